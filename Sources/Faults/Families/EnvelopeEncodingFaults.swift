internal import JSON
internal import WebAuthnModel

/// The members of the envelope that hold bytes: not there, of another type, empty, or encoded otherwise.
extension Fault {
    private struct Member {
        let code: RuleCode
        let name: String
        let ceremony: ClientDataType?
    }

    private static let members = [
        Member(code: .envelopeClientDataJSON, name: "clientDataJSON", ceremony: nil),
        Member(code: .envelopeAttestationObject, name: "attestationObject", ceremony: .create),
        Member(code: .envelopeAuthenticatorData, name: "authenticatorData", ceremony: .get),
        Member(code: .envelopeSignature, name: "signature", ceremony: .get),
    ]

    static let envelopeEncodingFaults: [Fault] = members.flatMap(faults) + idEncodingFaults

    private static func faults(of member: Member) -> [Fault] {
        let name = member.name
        let conditions = member.ceremony.map { [FaultCondition.ceremony($0)] } ?? []
        let family = FaultFamily(.envelope, signs: .notCovered)
        func text(_ edit: @escaping @Sendable (String) -> String) -> FaultEdit {
            .response { response in
                guard let text = response["response"]?[name]?.stringValue else { return }
                response["response"]?[name] = .string(edit(text))
            }
        }
        return [
            family(
                member.code, "missing", "The response has no \(name).", where: conditions,
                .responseMember(name, nil)),
            family(
                member.code, "notString", "\(name) is an object of numbers, as JSON.stringify writes bytes.",
                where: conditions, .responseMember(name, ["0": 1, "1": 2])),
            family(
                member.code, "empty", "\(name) is empty.", where: conditions, .responseMember(name, "")),
            family(
                member.code, "notBase64url", "\(name) has a letter that base64url does not have.",
                where: conditions, text { "!" + $0.dropFirst() }),
            family(
                member.code, "padded", "\(name) is filled up with =, as base64 in mails is.",
                where: conditions, text(padded)),
            family(
                member.code, "standardBase64", "\(name) has + and / where base64url has - and _.",
                where: conditions, text(standard)),
        ]
        // The base64 of ASCII has these letters hardly ever.
        .filter { $0.id != FaultID(.envelopeClientDataJSON, "standardBase64") }
    }

    private static let idEncodingFaults: [Fault] = {
        let family = FaultFamily(.envelope, signs: .notCovered)
        func text(_ edit: @escaping @Sendable (String) -> String) -> FaultEdit {
            .response { $0["id"] = .string(edit($0["id"]?.stringValue ?? "")) }
        }
        return [
            family(.envelopeID, "padded", "The id is filled up with =, as base64 in mails is.", text(padded)),
            family(
                .envelopeID, "standardBase64", "The id has + and / where base64url has - and _.",
                text(standard)),
        ]
    }()

    @Sendable private static func padded(_ text: String) -> String {
        text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }

    @Sendable private static func standard(_ text: String) -> String {
        String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    }
}
