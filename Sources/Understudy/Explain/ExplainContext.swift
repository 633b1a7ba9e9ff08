internal import Bytes
internal import CBOR
internal import WebAuthnModel

/// What an explanation may know beyond the bytes.
struct ExplainContext: Sendable {
    /// The RP IDs that hashes are compared with, by their hashes.
    private var rpIDs: [[UInt8]: String] = [:]
    /// Knows models by their AAGUID.
    private let modelName: @Sendable (AAGUID) -> String?
    /// How many sections lie around.
    private var level = 0
    /// A response holds a statement, which holds a signed text, which holds JSON: nothing real goes deeper.
    private static let maximumLevel = 4

    init(knownRPIDs: [String] = [], modelName: @escaping @Sendable (AAGUID) -> String? = { _ in nil }) {
        self.modelName = modelName
        add(rpIDs: knownRPIDs)
    }

    /// Compares hashes with these RP IDs as well.
    mutating func add(rpIDs names: [String]) {
        for name in names { rpIDs[RPIDHash(of: name).bytes] = name }
    }

    /// What a section knows; nil where sections lie too deep already.
    var nested: ExplainContext? {
        guard level < Self.maximumLevel else { return nil }
        var copy = self
        copy.level += 1
        return copy
    }

    /// The RP ID that has this hash, if it is a known one.
    func rpID(of hash: some Sequence<UInt8>) -> String? { rpIDs[Array(hash)] }

    /// The name of the model, if it is a known one.
    func name(of aaguid: AAGUID) -> String? { modelName(aaguid) }

    /// What an AAGUID means.
    func meaning(of aaguid: AAGUID) -> String {
        if let name = modelName(aaguid) { return "\(aaguid): \(name)" }
        if aaguid == .zero { return "\(aaguid): no model is claimed" }
        return "\(aaguid), a model that is not known here"
    }

    /// What the hash of an RP ID means.
    func meaning(ofRPIDHash hash: some Sequence<UInt8>) -> String {
        rpID(of: hash).map { "the SHA-256 of \(quoted($0))" }
            ?? "the SHA-256 of an RP ID; the verifier compares it with that of its own"
    }
}

/// Text in double quotes, escaped so that no terminal obeys it, cut after so many characters.
func quoted(_ text: String, limit: Int = 200) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else { return CBORDiagnostic.text(of: .text(text)) }
    return CBORDiagnostic.text(of: .text(String(scalars.prefix(limit)))) + "…"
}

/// `1 byte`, `2 bytes`.
func byteCount(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
