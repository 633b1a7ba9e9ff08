internal import CBOR
internal import Cryptography
internal import WebAuthnModel

/// The certificates of a statement, and those that are trusted.
struct AttestationChain {
    let chain: [X509Certificate]
    let leaf: X509Certificate
    let anchors: [X509Certificate]

    /// Nil where there are none, or one cannot be read.
    init?(_ evidence: Evidence) {
        guard let object = evidence.attestationObject,
            let statement = try? CBORDecoder.decodePrefixLeniently(object, from: 0).value[text: "attStmt"]
        else { return nil }
        // Of a compound statement, the first that has any.
        let statements = [statement] + (statement.arrayValue ?? []).compactMap { $0[text: "attStmt"] }
        guard let list = statements.lazy.compactMap({ $0[text: "x5c"]?.arrayValue }).first else { return nil }
        var chain: [X509Certificate] = []
        for item in list.prefix(CertificatePath.maximumLength) {
            guard let der = item.bytesValue, let certificate = try? X509Certificate(der: der) else {
                return nil
            }
            chain.append(certificate)
        }
        guard let leaf = chain.first else { return nil }
        self.chain = chain
        self.leaf = leaf
        anchors = evidence.trustAnchors
    }
}
