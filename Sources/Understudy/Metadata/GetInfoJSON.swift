internal import COSE
package import CTAP
package import JSON
internal import WebAuthnModel

extension GetInfoResponse {
    /// Writes the members by the specification's names, as the FIDO Metadata Service has them
    /// (Metadata Statement v3.0 §3.12, AuthenticatorGetInfo); those that are absent are left out.
    ///
    /// - Parameter aaguid: the text that stands for the model identifier.
    package func write(aaguid: String, to writer: inout JSONWriter) {
        func strings(_ name: String, _ values: [String]) {
            guard !values.isEmpty else { return }
            writer.beginArray(name)
            for value in values { writer.value(value) }
            writer.endArray()
        }
        writer.beginObject()
        strings("versions", versions)
        strings("extensions", extensions)
        writer.member("aaguid", aaguid)
        writer.beginObject("options")
        for (name, value) in options.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
        writer.endObject()
        if !pinUvAuthProtocols.isEmpty {
            writer.beginArray("pinUvAuthProtocols")
            for number in pinUvAuthProtocols { writer.value(number) }
            writer.endArray()
        }
        strings("transports", transports.map(\.rawValue))
        writer.beginArray("algorithms")
        for algorithm in algorithms {
            writer.beginObject()
            writer.member("type", "public-key")
            writer.member("alg", algorithm.rawValue)
            writer.endObject()
        }
        writer.endArray()
        let numbers: [(String, Int?)] = [
            ("maxMsgSize", maxMsgSize), ("maxCredentialCountInList", maxCredentialCountInList),
            ("maxCredentialIdLength", maxCredentialIDLength), ("minPINLength", minPINLength),
            ("maxPINLength", maxPINLength), ("firmwareVersion", firmwareVersion),
            ("remainingDiscoverableCredentials", remainingDiscoverableCredentials),
            ("uvModality", uvModality), ("preferredPlatformUvAttempts", preferredPlatformUvAttempts),
        ]
        for case (let name, let value?) in numbers { writer.member(name, value) }
        strings("attestationFormats", attestationFormats)
        writer.endObject()
    }
}
