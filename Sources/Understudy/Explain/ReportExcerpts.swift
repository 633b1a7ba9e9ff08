internal import Bytes
internal import JSON
public import RelyingParty
internal import WebAuthnModel

extension Report {
    /// The bytes that the failing findings speak of, named, and those that are wrong marked; empty where there are none.
    ///
    /// - Parameter response: the JSON that was verified.
    public func excerpts(from response: [UInt8]) -> String {
        var fields: [ReportLocation.Field] = []
        var spans: [ReportLocation.Field: [Range<Int>]] = [:]
        let locations = diagnoses.map(\.location) + findings.filter(\.rejects).map(\.location)
        for location in locations.compactMap({ $0 }) {
            guard let offset = location.offset else { continue }
            if spans[location.field] == nil { fields.append(location.field) }
            spans[location.field, default: []].append(offset..<offset + max(1, location.length ?? 1))
        }
        guard !fields.isEmpty, let whole = try? Explainer.explain(input: response) else { return "" }
        let pages = fields.compactMap { field in
            Self.explanation(of: field, in: whole, response)?.excerpt(marking: spans[field] ?? [])
        }
        return pages.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func explanation(
        of field: ReportLocation.Field, in whole: Explanation, _ response: [UInt8]
    ) -> Explanation? {
        switch field {
        case .response: return whole
        case .rawID: return whole.sections.first { $0.member == "rawId" }
        case .clientDataJSON, .attestationObject, .signature, .userHandle:
            return whole.sections.first { $0.member == "response.\(field.rawValue)" }
        case .authenticatorData:
            // A registration repeats it beside the attestation object, and what counts is in there.
            guard let object = attestationObject(in: response) else {
                return whole.sections.first { $0.member == "response.authenticatorData" }
            }
            var explanation = try? Explainer.explain(
                input: object.authenticatorData, expecting: .authenticatorData)
            explanation?.member = "authenticatorData, in the attestation object"
            return explanation
        case .storedPublicKey, .metadata: return nil
        }
    }

    private static func attestationObject(in response: [UInt8]) -> AttestationObject? {
        guard let root = try? JSONDocument(parsing: response).root,
            let text = root["response"]?["attestationObject"]?.stringBytes,
            let bytes = try? Base64Decoder.decodeLeniently(text).bytes
        else { return nil }
        return try? AttestationObject.decode(bytes).object
    }
}
