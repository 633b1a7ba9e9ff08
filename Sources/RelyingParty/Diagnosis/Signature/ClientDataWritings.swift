internal import JSON
internal import WebAuthnModel

/// Client data written in another way, or with other contents, than it came.
enum ClientDataWritings {
    static func all(_ evidence: Evidence) -> [SignedInput] {
        guard let bytes = evidence.clientDataJSON else { return [] }
        let marks = textual(bytes)
        guard let value = evidence.clientData else { return marks }
        return marks + serialised(value) + contents(value, evidence)
    }

    private static let rewritten =
        "something between browser and server parsed clientDataJSON and wrote it again. Its bytes must be kept as they "
        + "came."

    private static func rewriting(
        _ word: String, _ what: String, _ bytes: [UInt8], story: String = rewritten
    ) -> SignedInput {
        SignedInput(
            word: word, variant: "overReserialisedClientData", what: what, story: story, suspect: .transport,
            bytes: bytes)
    }

    // MARK: The same text but for its ends

    private static func textual(_ bytes: [UInt8]) -> [SignedInput] {
        let mark = Evidence.byteOrderMark
        let hasMark = bytes.starts(with: mark)
        let blank: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20, 0x00]
        let trimmed = Array(
            bytes.drop(while: blank.contains).reversed().drop(while: blank.contains).reversed())
        return [
            rewriting(
                hasMark ? "clientDataWithoutBOM" : "clientDataWithBOM",
                "the client data \(hasMark ? "without" : "with") a byte order mark",
                hasMark ? Array(bytes.dropFirst(3)) : mark + bytes,
                story:
                    "the mark was \(hasMark ? "put in front" : "taken off") on the way; it is stripped for parsing "
                    + "alone, and hashed as it came."),
            rewriting(
                "clientDataTrimmed", "the client data without the white space around it", trimmed,
                story: "white space was added on the way."),
            rewriting(
                "clientDataWithNewline", "the client data with a line break at its end", bytes + [0x0A],
                story: "white space was taken off on the way."),
            rewriting(
                "clientDataWithNewline", "the client data with a line break at its end",
                bytes + [0x0D, 0x0A],
                story: "white space was taken off on the way."),
        ]
    }

    // MARK: The same value, written again

    private static func serialised(_ value: JSONValue) -> [SignedInput] {
        let members = value.objectValue ?? []
        let sorted = JSONValue.object(members.sorted { $0.name < $1.name })
        let plain = value.serialised()
        var without = value
        without["crossOrigin"] = nil
        var with = value
        if value["crossOrigin"] == nil { with["crossOrigin"] = false }
        let own = canonical(value).map {
            [
                rewriting(
                    "clientDataCanonical", "the client data as §5.8.1.1 of the specification serialises it",
                    $0)
            ]
        }
        return [
            rewriting(
                "clientDataStringified", "the client data as JSON.stringify would write it again", plain)
        ] + (own ?? []) + [
            rewriting(
                "clientDataSorted", "the client data with its members in alphabetical order",
                sorted.serialised()),
            rewriting(
                "clientDataEscaped",
                "the client data with its slashes escaped, as PHP's json_encode writes them",
                escapingSlashes(plain)),
            rewriting(
                "clientDataSpaced",
                "the client data with spaces after commas and colons, as Python's json.dumps "
                    + "writes it", spaced(value)),
            rewriting("clientDataIndented", "the client data in indented lines", value.pretty()),
            rewriting(
                "clientDataWithoutCrossOrigin", "the client data without its member crossOrigin",
                without.serialised(),
                story: "the member was added on the way: a type with default values wrote it."),
            rewriting(
                "clientDataWithCrossOrigin", "the client data with \"crossOrigin\":false", with.serialised(),
                story: "the member was dropped on the way: a type that leaves out default values wrote it."),
        ]
    }

    /// What a browser would have made of the members.
    private static func canonical(_ value: JSONValue) -> [UInt8]? {
        let named = ["type", "challenge", "origin", "crossOrigin", "topOrigin"]
        let members = value.objectValue ?? []
        let known = named.compactMap { name in value[name].map { JSONMember(name, $0) } }
        guard known.count >= 3 else { return nil }
        return JSONValue.object(known + members.filter { !named.contains($0.name) }).serialised()
    }

    private static func escapingSlashes(_ text: [UInt8]) -> [UInt8] {
        text.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }

    private static func spaced(_ value: JSONValue) -> [UInt8] {
        let members = (value.objectValue ?? []).map {
            Array(JSONValue.string($0.name).serialised() + [UInt8(ascii: ":"), 0x20] + $0.value.serialised())
        }
        return [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ","), 0x20]) + [
            UInt8(ascii: "}")
        ]
    }

    // MARK: Another value

    /// With what was expected in place of what is wrong, or with what is known from elsewhere.
    private static func contents(_ value: JSONValue, _ evidence: Evidence) -> [SignedInput] {
        var inputs: [SignedInput] = []
        func add(
            _ word: String, _ variant: String, _ member: String, _ text: String, _ what: String,
            _ story: String
        ) {
            guard value[member]?.stringValue != text else { return }
            var other = value
            other[member] = .string(text)
            inputs.append(
                SignedInput(
                    word: word, variant: variant, what: what, story: story, suspect: .transport,
                    bytes: other.serialised()))
        }
        let changed = "the client data was changed, or exchanged, after it was signed."
        add(
            "clientDataWithExpectedChallenge", "overOtherClientData", "challenge",
            base64URL(evidence.challenge),
            "the client data with the challenge that was issued", changed)
        for origin in evidence.origins.prefix(4) {
            add(
                "clientDataWithExpectedOrigin", "overOtherClientData", "origin", origin,
                "the client data with the origin \(origin)", changed)
        }
        for type in [ClientDataType.create, .get] {
            add(
                "clientDataWithOtherType", "overOtherClientData", "type", type.rawValue,
                "the client data with the type \(type.rawValue)", changed)
        }
        for challenge in evidence.earlierChallenges.prefix(8) {
            add(
                "clientDataOfEarlierCeremony", "ofEarlierCeremony", "challenge", base64URL(challenge),
                "the client data with the challenge of an earlier ceremony",
                "an old assertion came back, with client data made anew.")
        }
        return inputs
    }
}
