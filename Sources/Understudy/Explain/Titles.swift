internal import CBOR
internal import COSE
internal import CTAP
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// The phrase that an explanation is headed with: its kind, and what tells it from others of the kind.
enum Titles {
    static func title(of bytes: [UInt8], as kind: Explanation.Kind) -> String {
        detail(bytes, kind).map { "\(kind.title), \($0)" } ?? kind.title
    }

    private static func detail(_ bytes: [UInt8], _ kind: Explanation.Kind) -> String? {
        switch kind {
        case .attestationObject:
            return (try? AttestationObject.decode(bytes)).map {
                "format \(quoted($0.object.format, limit: 32))"
            }
        case .authenticatorData: return (try? AuthenticatorData.header(of: bytes)).map { "flags \($0.flags)" }
        case .coseKey: return (try? COSEKey(decoding: bytes)).map { "\($0.algorithm)" }
        case .certificate:
            guard let certificate = try? X509Certificate(der: bytes) else { return nil }
            let subject = certificate.subject.isEmpty ? "no subject name" : "\(certificate.subject)"
            return quoted(subject, limit: 120)
        case .subjectPublicKeyInfo:
            guard let oid = (try? PublicKeyInfo(der: bytes))?.algorithm.oid else { return nil }
            return OIDNames.name(oid) ?? "\(oid)"
        case .ctapRequest: return bytes.first.flatMap(CTAPCommandName.init)?.name
        case .ctapResponse: return response(bytes)
        case .clientData, .verificationReport, .rejection:
            guard let root = JSONText(bytes).document?.root else { return nil }
            let names: [Explanation.Kind: String?] = [
                .clientData: root["type"]?.string, .verificationReport: root["verdict"]?.string,
                .rejection: root["error"]?["name"]?.string,
            ]
            return names[kind]?.map { quoted($0, limit: 40) }
        case .metadataPayload: return JSONText(bytes).document.flatMap { metadata($0.root) }
        case .metadataBLOB:
            guard let payload = (try? CompactJWS(bytes))?.payload else { return nil }
            return detail(payload, .metadataPayload)
        default: return nil
        }
    }

    private static func metadata(_ root: JSONElement) -> String? {
        guard let number = root["no"]?.int, let entries = root["entries"] else { return nil }
        let next = root["nextUpdate"]?.string.map { ", next update " + quoted($0, limit: 20) } ?? ""
        return "number \(number), \(entries.count == 1 ? "1 entry" : "\(entries.count) entries")\(next)"
    }

    private static func response(_ bytes: [UInt8]) -> String? {
        guard let status = bytes.first else { return nil }
        let data = bytes.count > 1 ? CBORPeek.value(in: bytes, at: 1) : nil
        let form = data.flatMap { data in CTAPResponseForm { data[key: $0] } }
        return "\(CTAPStatus(rawValue: status))" + (form.map { ", likely of \($0.name)" } ?? "")
    }
}
