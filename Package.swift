// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// Whether Scripts/fuzz is at work.
///
/// Rooms then report to libFuzzer which edges an input took, and the targets of Tests/Fuzz are there. Not
/// `--sanitize=fuzzer` for all of it, which would link libFuzzer's `main` into EmbedProfiles as well.
let isFuzzing = Context.environment["UNDERSTUDY_FUZZ"] != nil
let coverage: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []

/// A room of the house: a target and the rooms below it that it may look into.
func room(
    _ name: String, _ imports: [Target.Dependency] = [], exclude: [String] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: imports, exclude: exclude, swiftSettings: house + coverage, plugins: plugins
    )
}

func tests(_ name: String, _ imports: [Target.Dependency], resources: [Resource] = []) -> Target {
    .testTarget(
        name: name, dependencies: imports + ["TestSupport"], resources: resources, swiftSettings: house)
}

/// The face and the rooms that it shows.
///
/// Whoever holds their values names them all: an incremental build compiles again what names a changed room, and a
/// user of the face alone would go on with the old layout of a value.
let face: [Target.Dependency] = [
    "Understudy", "JSON", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "Authenticator", "WebAuthnClient",
    "RelyingParty", "SQLiteStore", "ProfileCatalog", "Faults",
]

let package = Package(
    name: "understudy",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Understudy", targets: ["Understudy"]),
        .executable(name: "understudy", targets: ["CommandLineTool"]),
    ],
    traits: [.trait(name: "HTTPService", description: "The HTTP service; needs libmicrohttpd-dev.")],
    targets: [
        // Floors 0 and 1: bytes and their notations, the system's libraries.
        room("Bytes"),
        room("CBOR", ["Bytes"]),
        room("JSON", ["Bytes"]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        // Floors 2 to 5: what the parties of a ceremony speak.
        room("Cryptography", ["Bytes", "COpenSSL"]),
        room("COSE", ["CBOR", "Cryptography"]),
        room("WebAuthnModel", ["Bytes", "CBOR", "JSON", "Cryptography", "COSE"]),
        room("CTAP", ["Bytes", "CBOR", "Cryptography", "COSE", "WebAuthnModel"]),

        // Floor 6: the three parties. They never see each other.
        room("Authenticator", ["Bytes", "CBOR", "Cryptography", "COSE", "WebAuthnModel", "CTAP"]),
        room("WebAuthnClient", ["Bytes", "CBOR", "JSON", "Cryptography", "COSE", "WebAuthnModel", "CTAP"]),
        room(
            "RelyingParty", ["Bytes", "CBOR", "JSON", "Cryptography", "COSE", "WebAuthnModel"],
            exclude: ["Schemas"]),

        // Floor 7: what the parties stand on in this world.
        room(
            "SQLiteStore",
            ["Bytes", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "Authenticator", "CSQLite"]),
        room(
            "ProfileCatalog",
            ["Bytes", "JSON", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "Authenticator"],
            exclude: ["Profiles"], plugins: ["ProfileEmbedding"]),
        .executableTarget(name: "EmbedProfiles", swiftSettings: house),
        .plugin(
            name: "ProfileEmbedding", capability: .buildTool(), dependencies: ["EmbedProfiles"],
            path: "Sources/ProfileEmbedding"),

        // Floor 8: what can be made wrong on purpose.
        room(
            "Faults",
            [
                "Bytes", "CBOR", "JSON", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "Authenticator",
                "WebAuthnClient",
            ]),

        // Floors 9 to 11: the library's face and the command line.
        room(
            "Understudy",
            [
                "Bytes", "CBOR", "JSON", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "Authenticator",
                "WebAuthnClient", "RelyingParty", "SQLiteStore", "ProfileCatalog", "Faults",
            ]),
        .executableTarget(
            name: "CommandLineTool",
            dependencies: ["Bytes"] + face,
            swiftSettings: house),

        // Tests mirror the sources.
        .target(
            name: "TestSupport", dependencies: ["Bytes", "Cryptography", "JSON"], path: "Tests/TestSupport",
            resources: [.copy("Data")], swiftSettings: house),
        tests("BytesTests", ["Bytes"]),
        tests(
            "ExplainTests",
            ["Bytes", "CBOR", "JSON", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "Understudy"]),
        tests("CryptographyTests", ["Bytes", "Cryptography"], resources: [.copy("Data")]),
        tests("JSONTests", ["JSON"]),
        tests("CBORTests", ["Bytes", "CBOR"], resources: [.copy("Data")]),
        tests("COSETests", ["Bytes", "CBOR", "Cryptography", "COSE"]),
        tests(
            "WebAuthnModelTests", ["Bytes", "CBOR", "JSON", "Cryptography", "COSE", "WebAuthnModel"],
            resources: [.copy("Data")]),
        tests(
            "CTAPTests", ["Bytes", "CBOR", "Cryptography", "COSE", "WebAuthnModel", "CTAP"],
            resources: [.copy("Data")]),
        tests(
            "AuthenticatorTests",
            ["Bytes", "CBOR", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "Authenticator"]),
        tests(
            "WebAuthnClientTests",
            ["Bytes", "CBOR", "JSON", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "WebAuthnClient"]),
        tests(
            "RelyingPartyTests",
            ["Bytes", "CBOR", "JSON", "Cryptography", "COSE", "WebAuthnModel", "RelyingParty"],
            resources: [.copy("Data")]),
        tests("CeremonyTests", ["Bytes", "CBOR"] + face),
        // It runs the tool as a process.
        tests("CommandLineTests", ["CommandLineTool"] + face),
        tests(
            "SQLiteStoreTests",
            ["Bytes", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "Authenticator", "SQLiteStore"]),
        tests("FaultsTests", ["Bytes", "CBOR"] + face, resources: [.copy("Data")]),
        tests(
            "ProfileCatalogTests",
            [
                "Bytes", "CBOR", "JSON", "Cryptography", "COSE", "WebAuthnModel", "CTAP", "Authenticator",
                "ProfileCatalog", "EmbedProfiles",
            ]),
    ]
)

// Kept out of `swift build` and `swift test`: a benchmark wants release settings.
if Context.environment["UNDERSTUDY_BENCH"] != nil {
    package.products.append(.executable(name: "understudy-bench", targets: ["Bench"]))
    package.targets += [
        // The floor in C is a target of its own, so that the OpenSSL fence stays whole.
        .target(
            name: "RawOpenSSL", path: "Tests/Benchmarks/RawOpenSSL",
            linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "Bench", dependencies: ["Bytes", "RawOpenSSL"] + face,
            path: "Tests/Benchmarks/Bench",
            swiftSettings: house),
    ]
}

/// A fuzz target.
func fuzz(_ name: String, _ imports: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: imports + ["FuzzSupport"], path: "Tests/Fuzz/\(name)",
        swiftSettings: house + coverage + [.unsafeFlags(["-parse-as-library"])],
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
}

if isFuzzing {
    package.targets += [
        .target(name: "FuzzSupport", path: "Tests/Fuzz/FuzzSupport", swiftSettings: house),
        fuzz("FuzzCBOR", ["CBOR"]),
        fuzz("FuzzJSON", ["JSON"]),
        fuzz("FuzzAuthenticatorData", ["Bytes", "CBOR", "COSE", "Cryptography", "WebAuthnModel"]),
        fuzz("FuzzOptions", ["JSON", "WebAuthnModel"]),
        fuzz("FuzzResponse", ["JSON", "WebAuthnModel"]),
        fuzz("FuzzExplain", ["Bytes", "JSON", "Understudy", "WebAuthnModel"]),
        fuzz("FuzzX509", ["Cryptography"]),
        fuzz("FuzzStatement", ["CBOR", "COSE", "WebAuthnModel"]),
        fuzz("FuzzStructures", ["COSE", "Cryptography", "JSON", "WebAuthnModel"]),
        fuzz("FuzzCTAP", ["CBOR", "Cryptography", "COSE", "CTAP", "WebAuthnModel"]),
        fuzz(
            "FuzzMetadata",
            ["Bytes", "COSE", "Cryptography", "JSON", "RelyingParty", "TestSupport", "WebAuthnModel"]),
        fuzz(
            "FuzzVerify",
            ["CBOR", "COSE", "Cryptography", "JSON", "RelyingParty", "TestSupport", "WebAuthnModel"]),
    ]
}
