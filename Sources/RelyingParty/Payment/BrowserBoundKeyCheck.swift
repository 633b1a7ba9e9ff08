internal import Bytes
internal import CBOR
internal import COSE
internal import JSON
internal import WebAuthnModel

/// The key that a browser keeps for a credential on one device (Secure Payment Confirmation, "Browser Bound Key
/// Store"): client data names it, and it has signed client data.
///
/// Deviation: that specification has no step for the relying party here; what is checked is what makes the key
/// worth anything.
struct BrowserBoundKeyCheck {
    /// The key of earlier payments.
    let stored: [UInt8]?
    /// `clientExtensionResults.payment.browserBoundSignature.signature`.
    let signature: [UInt8]?

    func run(on clientData: ReadClientData?, _ clientDataJSON: [UInt8]?, _ findings: inout FindingList) {
        guard let clientData, let clientDataJSON else { return }
        guard let element = clientData.root["payment"]?["browserBoundPublicKey"], !element.isNull else {
            if stored != nil {
                findings.breach(
                    .browserBoundKey, "missing", because: "the browser names no key of its own",
                    expected: stored.map { .bytes($0) },
                    at: clientData.location(ofMissing: "payment/browserBoundPublicKey"))
            }
            return
        }
        let location = clientData.location(of: element)
        guard let bytes = element.stringBytes.flatMap({ try? Base64URL.decode($0) }),
            let item = try? CBORDecoder.decode(bytes), let key = try? COSEKey(item)
        else {
            return findings.breach(
                .browserBoundKey, "malformed",
                because: "browserBoundPublicKey is no COSE_Key in base64url", at: location)
        }
        if let stored, stored != bytes {
            findings.breach(
                .browserBoundKey, "other", because: "the browser has another key than before",
                expected: .bytes(stored), actual: .bytes(bytes), at: location,
                hint: "The credential is used on another device, or in another browser, than before.")
        } else {
            findings.pass(.browserBoundKey)
        }
        guard let signature else {
            return findings.breach(
                .browserBoundSignature, "missing",
                because: "the browser names a key, and nothing is signed with it",
                at: ReportLocation(.response, path: "/clientExtensionResults/payment/browserBoundSignature"))
        }
        _ = SignatureCheck(
            code: .browserBoundSignature,
            location: {
                ReportLocation(.response, path: "/clientExtensionResults/payment/browserBoundSignature")
            }, signer: "the browser bound key"
        ).run(signature, over: clientDataJSON, key: key.publicKey, algorithm: key.algorithm, &findings)
    }
}
