import Foundation
import Testing

/// What the build tool writes holds exactly what it was given.
@Suite struct EmbeddingTests {
    static let texts: [String: String] = [
        "plain": "{\"a\": 1}\n",
        "empty": "",
        "fences": "\"\"\"### \"### \"\"\"#### ##\"\"\"##",
        "escapes": "\\n \\#(x) \\##u{41} \\####(y) \\",
        "lines": "\n\n  indented\r\nwindows\rold\n\ttab\n",
        "controls": "\u{0}\u{1}\u{1B}[31m\u{7F}\u{FEFF}end",
        "unicode": "S\u{E9}same \u{1F511} \u{2028} e\u{301}",
        "odd \"name\" # \\": "x",
    ]

    @Test func anyTextSurvives() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "embedding-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var documents: [URL] = []
        for (name, text) in Self.texts {
            let file = folder.appending(path: name + ".json")
            try Data(text.utf8).write(to: file)
            documents.append(file)
        }
        let source = folder.appending(path: "Embedded.swift")
        #expect(try Self.run(Self.tool, [source.path] + documents.map(\.path)).status == 0)

        // The compiler is the judge: a program with the source says each text again, as hexadecimal.
        let main = folder.appending(path: "main.swift")
        try Data(
            """
            for name in EmbeddedProfiles.names {
                let text = EmbeddedProfiles.text(name) ?? "missing"
                func hex(_ text: String) -> String {
                    text.utf8.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
                }
                print(hex(name), hex(text))
            }
            print(EmbeddedProfiles.text("other") == nil)
            """.utf8
        ).write(to: main)
        let program = folder.appending(path: "program")
        let compiled = try Self.run(
            URL(filePath: "/usr/bin/env"),
            ["swiftc", "-warnings-as-errors", "-Onone", source.path, main.path, "-o", program.path])
        try #require(compiled.status == 0, "\(compiled.output)")
        let names = Self.texts.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let expected = names.map { "\(Self.hex($0)) \(Self.hex(Self.texts[$0] ?? ""))" } + ["true", ""]
        #expect(try Self.run(program, []).output == expected.joined(separator: "\n"))
    }

    @Test func whatIsNoTextEndsTheBuild() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "embedding-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "bad.json")
        try Data([0x7B, 0xFF, 0x7D]).write(to: file)
        let output = folder.appending(path: "Embedded.swift").path
        for arguments in [[], [output, file.path], [output, folder.appending(path: "none.json").path]] {
            let result = try Self.run(Self.tool, arguments)
            #expect(result.status == 1 && result.output.hasPrefix("error: "))
        }
    }

    /// Where the tests are built.
    private static var tool: URL {
        Bundle(for: Marker.self).bundleURL.appending(path: "EmbedProfiles")
    }
    private final class Marker {}

    private static func hex(_ text: String) -> String {
        text.utf8.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    }

    private static func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
