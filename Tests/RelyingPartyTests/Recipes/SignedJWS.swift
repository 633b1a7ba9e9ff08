import COSE
import Cryptography
import JSON
import WebAuthnModel

/// A JSON Web Signature whose header and payload may be anything.
struct SignedJWS {
    var header: [JSONMember]
    var payload: [UInt8]
    var algorithm = CompactJWS.Algorithm.es256
    var signer: PrivateKey

    /// - Parameter edit: changes the signature, in JOSE's form.
    func text(_ edit: (inout [UInt8]) -> Void) throws -> [UInt8] {
        let input = CompactJWS.signingInput(
            header: JSONValue.object(header).serialised(), payload: payload)
        var signature: [UInt8]
        switch algorithm {
        case .rs256: signature = try TestKeys.sign(input, signer, .rsaPKCS1(.sha256))
        case .es256:
            let der = try TestKeys.sign(input, signer)
            guard case .strict(let r, let s) = ECDSASignatureShape(of: der, curve: .p256) else { return [] }
            signature = r + s
        }
        edit(&signature)
        return CompactJWS.text(signingInput: input, signature: signature)
    }
}

extension [JSONMember] {
    /// Replaces members, or takes those away that are null.
    mutating func apply(_ changes: [JSONMember]) {
        for change in changes {
            let place = firstIndex { $0.name == change.name }
            removeAll { $0.name == change.name }
            if change.value != .null { insert(change, at: Swift.min(place ?? count, count)) }
        }
    }
}
