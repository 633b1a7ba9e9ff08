import RelyingParty
import Understudy

/// A metadata BLOB and who may vouch for it, from the arguments of a verb.
enum MetadataChoice {
    private static let blob = Option(name: "--metadata", value: .file("BLOB"), help: Words.metadataBLOBHelp)
    private static let root = Option(
        name: "--metadata-root", value: .file("FOLDER|FILE"), help: Words.metadataRootHelp)
    private static let signer = Option(
        name: "--metadata-signer", value: .text("HOST"), help: Words.metadataSignerHelp)
    private static let number = Option(
        name: "--metadata-number", value: .text("N"), help: Words.metadataNumberHelp)

    static let options = [blob, root, signer, number]

    /// The metadata, judged; nil where none is named.
    ///
    /// - Parameter now: milliseconds since 1970.
    static func read(_ arguments: Arguments, now: Int64) throws(CommandFailure) -> AuthenticatorMetadata? {
        guard let path = arguments.value(blob.name) else {
            guard let stray = options.first(where: { arguments.has($0.name) }) else { return nil }
            throw .badInput(Words.onlyWithMetadata(stray.name))
        }
        guard let rootPath = arguments.value(root.name) else { throw .badInput(Words.metadataRootMissing) }
        var lastNumber: Int?
        if let text = arguments.value(number.name) {
            guard let value = Int(text), value >= 0 else { throw .badInput(Words.noMetadataNumber(text)) }
            lastNumber = value
        }
        return AuthenticatorMetadata(
            blob: try Files.read(path), roots: try TrustAnchors.read(rootPath),
            signer: arguments.value(signer.name), lastNumber: lastNumber, now: now / 1000)
    }
}
