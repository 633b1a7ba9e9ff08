internal import CBOR
internal import COSE
internal import WebAuthnModel

extension Dissection {
    /// Cuts an attestation object (WebAuthn Level 3 §6.5.4).
    mutating func attestationObject(_ range: Range<Int>) {
        wholeCBOR(range, "attestation object", .attestationObject)
        guard !hasErrors(in: range) else { return }
        do { _ = try AttestationObject.decode(Array(bytes[range])) } catch {
            if case .notCBOR(let inner) = error {
                let error = inner.moved(by: range.lowerBound)
                report(.attestationObject(.notCBOR(error)), at: error.offset)
            } else {
                report(.attestationObject(error), at: range.lowerBound)
            }
        }
    }
}

extension CBORShape {
    /// `fmt`, `attStmt` and `authData`; the first decides over the second, wherever it stands.
    static let attestationObject = dependent { peek in
        .map([
            CBORMember("fmt", formatName), CBORMember("attStmt", .statement(peek["fmt"]?.textValue)),
            CBORMember("authData", bytes(.authenticatorData)),
        ])
    }

    /// The format of a statement (§8, registry "WebAuthn Attestation Statement Format Identifiers").
    static let formatName = value { value, _ in value.textValue.flatMap { formatNames[$0] } }

    private static let formatNames = [
        "none": "no attestation (§8.7)", "packed": "packed (§8.2)", "tpm": "TPM (§8.3)",
        "android-key": "Android key (§8.4)", "android-safetynet": "Android SafetyNet (§8.5)",
        "fido-u2f": "FIDO U2F (§8.6)", "apple": "Apple anonymous (§8.8)", "compound": "compound (§8.9)",
    ]

    /// The statement of a format; of all formats the same where the names agree.
    static func statement(_ format: String?) -> CBORShape {
        if format == "compound" { return array(compoundPart) }
        return dependent { peek in
            let algorithm = peek["alg"]?.integer.map(COSEAlgorithm.init(rawValue:))
            return .map([
                CBORMember("alg", .algorithm),
                CBORMember("sig", bytes(.signature(signer(format, algorithm)))),
                CBORMember("x5c", array(bytes(.certificate))), CBORMember("ver"),
                CBORMember("ecdaaKeyId"), CBORMember("certInfo", bytes(.tpmAttestation)),
                CBORMember("pubArea", bytes(.tpmPublicArea)), CBORMember("response", bytes(.webSignature)),
            ])
        }
    }

    /// FIDO U2F has one algorithm and does not write it.
    private static func signer(_ format: String?, _ algorithm: COSEAlgorithm?) -> COSEAlgorithm? {
        format == "fido-u2f" ? .es256 : algorithm
    }

    /// One of several statements (§8.9).
    private static let compoundPart = dependent { peek in
        .map([CBORMember("fmt", formatName), CBORMember("attStmt", .statement(peek["fmt"]?.textValue))])
    }
}
