internal import Authenticator
internal import Bytes
internal import Cryptography
internal import JSON
internal import WebAuthnModel

extension SafetyNetTemplate {
    /// Reads what the service's certificate says and what it answers.
    init?(reading section: JSONElement, with reader: inout ProfileReader) {
        let certificate = AttestationManner.template(section, &reader)
        if let certificate, certificate.subject.values(of: .commonName) != [Self.host] {
            reader.complain(
                at: section.pointer + "/certificate/subject/CN", "not the host of the service",
                "\"\(Self.host)\" (WebAuthn Level 3 §8.5)")
        }
        let answer = reader.required("answer", in: section, "an object")
            .flatMap { Answer(reading: $0, with: &reader) }
        guard let certificate, let answer else { return nil }
        self.init(
            certificate: certificate, algorithm: answer.algorithm, version: answer.version,
            answer: answer.payload)
    }
}

/// What is the same in every answer.
private struct Answer {
    let algorithm: CompactJWS.Algorithm
    let version: String
    let payload: SafetyNetPayload

    init?(reading element: JSONElement, with reader: inout ProfileReader) {
        let members = [
            "algorithm", "version", "apkPackageName", "apkDigestSha256", "apkCertificateDigestSha256",
            "ctsProfileMatch", "basicIntegrity",
        ]
        guard let object = reader.object(element, members: members) else { return nil }
        let algorithm = reader.required("algorithm", in: object, "RS256 or ES256")
            .flatMap { reader.word($0, of: CompactJWS.Algorithm.self) }
        let version = reader.required("version", in: object, "the version of Google Play Services")
            .flatMap { reader.text($0) }
        let package = object["apkPackageName"].flatMap { reader.text($0) }
        let digest = object["apkDigestSha256"].flatMap { reader.digest($0) }
        let digests = object["apkCertificateDigestSha256"].flatMap { reader.list($0) { $0.digest($1) } }
        let match = reader.required("ctsProfileMatch", in: object, "true or false").flatMap {
            reader.bool($0)
        }
        let integrity = reader.required("basicIntegrity", in: object, "true or false")
            .flatMap { reader.bool($0) }
        guard let algorithm, let version, let match, let integrity else { return nil }
        self.algorithm = algorithm
        self.version = version
        payload = SafetyNetPayload(
            nonce: nil, timestampMs: nil, apkPackageName: package, apkDigestSha256: digest,
            ctsProfileMatch: match, apkCertificateDigestSha256: digests ?? [], basicIntegrity: integrity)
    }
}

extension ProfileReader {
    /// Base64 of a SHA-256.
    fileprivate mutating func digest(_ element: JSONElement) -> String? {
        if let text = element.string, let bytes = try? Base64Decoder.decodeLeniently(text.utf8).bytes,
            bytes.count == 32, Base64.encode(bytes) == text
        {
            return text
        }
        complain(element, "\(Self.raw(element)) is no SHA-256", "base64 of 32 bytes, with its padding")
        return nil
    }
}
