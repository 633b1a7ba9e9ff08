internal import CBOR
internal import CTAP
internal import WebAuthnModel

/// What a page learns of the device's make (§5.4.7; the last steps of §5.1.3).
struct AttestationConveyance {
    let preference: AttestationConveyancePreference
    let formats: [String]

    /// attestationFormatsPreference; with `none` only that.
    ///
    /// Devices from before CTAP 2.2 have neither this parameter nor the member of getInfo that tells their formats,
    /// and are not sent it.
    func formatsPreference(_ info: GetInfoResponse) -> [String] {
        guard !info.attestationFormats.isEmpty else { return [] }
        return preference == .none ? [NoneStatement.format] : formats
    }

    /// enterpriseAttestation where it is asked for and enabled (CTAP 2.2 §7.1.2): 2 where whoever manages the platform
    /// allows it, else 1, which leaves it to the vendor.
    func enterpriseParameter(_ info: GetInfoResponse, isManaged: Bool) -> Int? {
        guard preference == .enterprise, info.option("ep") else { return nil }
        return isManaged ? 2 : 1
    }

    /// The attestation object as the page sees it.
    ///
    /// `none` leaves the AAGUID and replaces the statement, except by self attestation of a device that names no
    /// model. `indirect` lets the client choose: it is conveyed unaltered here, like `direct` and `enterprise`.
    func convey(_ attestation: AttestationObject, _ client: WebAuthnClient) -> AttestationObject {
        guard preference == .none, !isAnonymousSelfAttestation(attestation) else { return attestation }
        if attestation.format == NoneStatement.format, attestation.statement == NoneStatement.cbor {
            return attestation
        }
        client.trace?(.attestationWithheld(format: attestation.format))
        var conveyed = attestation
        conveyed.format = NoneStatement.format
        conveyed.statement = NoneStatement.cbor
        return conveyed
    }

    private func isAnonymousSelfAttestation(_ attestation: AttestationObject) -> Bool {
        let aaguid = attestation.authenticatorData.dropFirst(37).prefix(16)
        return attestation.format == PackedStatement.format && attestation.statement[text: "x5c"] == nil
            && aaguid.count == 16 && aaguid.allSatisfy { $0 == 0 }
    }
}
