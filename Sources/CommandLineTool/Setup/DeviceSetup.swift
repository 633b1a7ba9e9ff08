import Authenticator
import Bytes
import CTAP
import Faults
import SQLiteStore
import Understudy
import WebAuthnClient

/// Everything that a ceremony needs besides its options, from the arguments of a verb.
struct DeviceSetup {
    /// Which authenticator it is, and when.
    static let identityOptions: [Option] = [
        Option(name: "--authenticator", value: .text("NAME"), help: Words.authenticatorHelp),
        StoreChoice.option,
        Option(name: "--seed", value: .text("HEX"), help: Words.seedHelp),
        Option(name: "--now", value: .text("TIME"), help: Words.nowHelp),
    ]
    static let options: [Option] =
        [ProfileChoice.option] + identityOptions + [
            Option(name: "--gesture", value: .text("SCRIPT"), help: Words.gestureHelp),
            Option(name: "--max-wait", value: .text("TIME"), help: Words.maxWaitHelp),
            Option(name: "--public-suffix-list", value: .file("FILE"), help: Words.suffixListHelp),
            Option(name: "--related-origins", value: .file("FILE"), help: Words.relatedOriginsHelp),
            Option(
                name: "--enterprise-rp-id", value: .text("ID"), help: Words.enterpriseRPIDHelp, repeats: true),
            Option(name: "--trace", value: .file("FILE"), help: Words.traceHelp),
        ]

    let directory: any AuthenticatorDirectory
    let clock: WallClock
    let maxWait: Duration
    private let seed: Secret?
    private let publicSuffixes: PublicSuffixList
    private let relatedOrigins: RelatedOrigins?
    private let enterpriseRPIDs: Set<String>
    private let trace: FileTrace?

    init(_ arguments: Arguments, ownership: StoreOwnership = .shared) throws(CommandFailure) {
        clock = WallClock(standingAt: try Self.instant(arguments))
        maxWait = try Self.duration(arguments)
        seed = try Self.seed(arguments)
        publicSuffixes = try Self.suffixes(arguments)
        relatedOrigins = try RelatedOrigins.read(arguments.value("--related-origins"))
        enterpriseRPIDs = Set(arguments.all("--enterprise-rp-id"))
        trace =
            if let path = arguments.value("--trace") { try FileTrace(path: path) } else { nil }
        directory = try StoreChoice.open(arguments, ownership: ownership)
    }

    /// The authenticator of that name, powered up, with a client in front of it.
    func device(
        authenticator name: String, profile: String?, user: any User, faults: [PlannedFault] = []
    ) throws(CommandFailure) -> VirtualDevice {
        let (kept, profile) = try ProfileChoice.authenticator(named: name, profile: profile, in: directory)
        var device = VirtualDevice(
            profile: profile,
            environment: Environment(
                clock: clock, randomness: seed.map { .seeded($0, authenticator: name) } ?? .system,
                user: user, store: kept.credentials),
            faults: faults, trace: trace)
        device.client.publicSuffixes = publicSuffixes
        device.client.relatedOrigins = relatedOrigins
        device.client.enterpriseRPIDs = enterpriseRPIDs
        return device
    }

    /// The default name of an authenticator.
    static let standardName = "default"

    static let faultOption = Option(
        name: "--fault", value: .suggested("ID[=VALUE]") { FaultCatalog.all.map { "\($0.id)" } },
        help: Words.faultHelp, repeats: true)

    static func faults(_ texts: [String]) throws(CommandFailure) -> [PlannedFault] {
        var faults: [PlannedFault] = []
        for text in texts {
            do { faults.append(try PlannedFault(parsing: text)) } catch { throw .badInput(error.description) }
        }
        return faults
    }

    static func gesture(_ script: String?) throws(CommandFailure) -> GestureScript {
        guard let script else { return GestureScript() }
        do { return try GestureScript(parsing: script) } catch { throw .badInput(error.description) }
    }

    private static func instant(_ arguments: Arguments) throws(CommandFailure) -> Int64? {
        guard let text = arguments.value("--now") else { return nil }
        guard let instant = TimeText.instant(text) else { throw .badInput(Words.noTime(text)) }
        return instant
    }

    private static func duration(_ arguments: Arguments) throws(CommandFailure) -> Duration {
        guard let text = arguments.value("--max-wait") else { return .seconds(60) }
        guard let duration = TimeText.duration(text) else { throw .badInput(Words.noDuration(text)) }
        return duration
    }

    private static func seed(_ arguments: Arguments) throws(CommandFailure) -> Secret? {
        guard let text = arguments.value("--seed") else { return nil }
        do {
            let bytes = try Hex.decode(text)
            guard !bytes.isEmpty else { throw CommandFailure.badInput(Words.emptySeed) }
            return Secret(bytes)
        } catch let error as BytesError {
            throw .badInput(Words.badSeed(error.description))
        } catch { throw .badInput(Words.emptySeed) }
    }

    private static func suffixes(_ arguments: Arguments) throws(CommandFailure) -> PublicSuffixList {
        guard let path = arguments.value("--public-suffix-list") else { return .snapshot }
        let bytes = try Files.read(path)
        do { return try PublicSuffixList(parsing: bytes) } catch {
            throw .badInput(Words.inFile(path, "\(error)"))
        }
    }

}

extension RelatedOrigins {
    /// Reads the file that an option names; nil for none.
    static func read(_ path: String?) throws(CommandFailure) -> RelatedOrigins? {
        guard let path else { return nil }
        let bytes = try Files.read(path, maximum: 1 << 20)
        do { return try RelatedOrigins(parsing: bytes) } catch {
            throw .badInput(Words.inFile(path, "\(error)"))
        }
    }
}
