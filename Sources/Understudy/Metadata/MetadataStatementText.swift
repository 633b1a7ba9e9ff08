internal import Authenticator
internal import Bytes
internal import COSE
internal import CTAP
internal import JSON
internal import WebAuthnModel

/// Writes the metadata statement of a model (FIDO Metadata Statement v3.0 §4).
struct MetadataStatementText {
    let profile: AuthenticatorProfile
    /// DER.
    let roots: [[UInt8]]
    /// Of the attestation certificates, in hexadecimal: what finds the statement where there is no AAGUID.
    let keyIdentifiers: [String]

    static let legalHeader =
        "Made by Understudy for tests. It describes a simulated authenticator and is no statement of its vendor or of the FIDO Alliance."

    func json(pretty: Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.beginObject()
        writer.member("legalHeader", Self.legalHeader)
        writeIdentifier(to: &writer)
        writer.member("description", profile.title)
        // Of FIDO2 it is getInfo's firmwareVersion.
        writer.member("authenticatorVersion", profile.workingInfo.firmwareVersion ?? 1)
        writer.member("protocolFamily", profile.isU2F ? "u2f" : "fido2")
        writer.member("schema", 3)
        writer.beginArray("upv")
        for version in versions {
            writer.beginObject()
            writer.member("major", version.major)
            writer.member("minor", version.minor)
            writer.endObject()
        }
        writer.endArray()
        texts("authenticationAlgorithms", profile.authenticationAlgorithms, &writer)
        texts("publicKeyAlgAndEncodings", [profile.isU2F ? "ecc_x962_raw" : "cose"], &writer)
        texts("attestationTypes", profile.attestationTypes, &writer)
        writeVerification(to: &writer)
        // True of the simulator, whatever the model has.
        texts("keyProtection", ["software"], &writer)
        texts("matcherProtection", ["software"], &writer)
        texts("attachmentHint", profile.attachmentHint, &writer)
        texts("tcDisplay", [], &writer)
        texts("attestationRootCertificates", roots.map { Base64.encode($0) }, &writer)
        if !profile.isU2F {
            writer.name("authenticatorGetInfo")
            profile.workingInfo.write(aaguid: Hex.encode(profile.aaguid.bytes.bytes), to: &writer)
        }
        writer.endObject()
        return writer.bytes
    }

    /// The AAGUID; U2F has none, and is found by the keys of its certificates.
    func writeIdentifier(to writer: inout JSONWriter) {
        if profile.isU2F {
            texts("attestationCertificateKeyIdentifiers", keyIdentifiers, &writer)
        } else {
            writer.member("aaguid", profile.aaguid.description)
        }
    }

    /// The protocol's versions: of FIDO2 those in getInfo, of U2F the last.
    private var versions: [(major: Int, minor: Int)] {
        if profile.isU2F { return [(1, 2)] }
        return [("FIDO_2_0", 0), ("FIDO_2_1", 1), ("FIDO_2_2", 2), ("FIDO_2_3", 3)]
            .filter { profile.workingInfo.versions.contains($0.0) }.map { (1, $0.1) }
    }

    private func writeVerification(to writer: inout JSONWriter) {
        writer.beginArray("userVerificationDetails")
        for methods in profile.verificationMethods {
            writer.beginArray()
            for method in methods {
                writer.beginObject()
                writer.member("userVerificationMethod", method)
                if method == "passcode_external",
                    case .clientPIN(let minimumLength) = profile.userVerification
                {
                    writer.beginObject("caDesc")
                    // Letters of both kinds, digits and two more, as statements of the service have it.
                    writer.member("base", 64)
                    writer.member("minLength", minimumLength)
                    writer.member("maxRetries", AuthenticatorState.maximumPINRetries)
                    writer.member("blockSlowdown", 0)
                    writer.endObject()
                }
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endArray()
    }

    private func texts(_ name: String, _ values: [String], _ writer: inout JSONWriter) {
        writer.beginArray(name)
        for value in values { writer.value(value) }
        writer.endArray()
    }
}
