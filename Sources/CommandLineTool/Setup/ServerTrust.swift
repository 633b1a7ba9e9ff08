import Bytes
import JSON
import Understudy

/// What a server needs in order to trust a model: the roots of its attestation and its metadata, as files.
struct ServerTrust {
    static let options: [Option] =
        [
            Option(name: "--roots", value: .file("FOLDER"), help: Words.rootsHelp),
            Option(name: "--metadata", value: .file("FILE"), help: Words.metadataHelp),
            Option(name: "--force", value: .none, help: Words.forceHelp),
        ] + DeviceSetup.identityOptions

    private var files = FileExport()
    private var roots: [String] = []
    private var metadata: [(member: String, path: String)] = []

    /// Whether any file is asked for; if none is, what else is said would be in vain.
    static func isWanted(_ arguments: Arguments) throws(CommandFailure) -> Bool {
        if arguments.has("--roots") || arguments.has("--metadata") { return true }
        if let option = options.first(where: { arguments.has($0.name) }) {
            throw .badInput(Words.onlyWithFiles(option.name))
        }
        return false
    }

    /// Writes what is asked for, of the authenticator that `create` with the same arguments uses.
    static func write(of profile: String, _ arguments: Arguments) throws(CommandFailure) -> ServerTrust {
        let device = try DeviceSetup(arguments).device(
            authenticator: arguments.value("--authenticator") ?? DeviceSetup.standardName, profile: profile,
            user: GestureScript())
        let model = device.authenticator.profile
        guard
            !model.attestation.hasCertificates || arguments.has("--seed")
                || !StoreChoice.isInMemory(arguments)
        else { throw .badInput(Words.authorityWouldBeLost) }
        var trust = ServerTrust()
        do {
            if let folder = arguments.value("--roots") {
                trust.add(
                    roots: try device.attestationRoots(), of: model.name, to: folder)
            }
            if let path = arguments.value("--metadata") { trust.add(try device.metadata(), to: path) }
        } catch { throw .store(error.description) }
        if let folder = arguments.value("--roots") { try Files.makeFolder(folder) }
        try trust.files.write(replacing: arguments.has("--force"))
        if arguments.has("--roots"), trust.roots.isEmpty { Terminal.say(Words.note(Words.noRoots)) }
        return trust
    }

    /// A file for each root, because servers differ in whether they read more than the first of one.
    private mutating func add(roots certificates: [[UInt8]], of model: String, to folder: String) {
        for (index, certificate) in certificates.enumerated() {
            let number = certificates.count > 1 ? "-\(index + 1)" : ""
            roots.append("\(folder)/\(model)\(number).pem")
            files.add(roots[index], PEM.certificate(certificate))
        }
    }

    private mutating func add(_ device: DeviceMetadata, to path: String) {
        for (member, suffix, bytes) in [
            ("blob", "", device.blob),
            ("statement", ".statement.json", device.statement + [UInt8(ascii: "\n")]),
            ("blobRoot", ".root.pem", PEM.certificate(device.root)),
        ] {
            metadata.append((member, path + suffix))
            files.add(path + suffix, bytes)
        }
    }

    /// The paths.
    func write(to writer: inout JSONWriter) {
        writer.beginObject("written")
        writer.beginArray("roots")
        for path in roots { writer.value(path) }
        writer.endArray()
        if !metadata.isEmpty {
            writer.beginObject("metadata")
            for (member, path) in metadata { writer.member(member, path) }
            writer.endObject()
        }
        writer.endObject()
    }
}
