internal import CBOR
internal import WebAuthnModel

/// The CBOR around statement and authenticator data, which the client writes; no signature covers it.
extension Fault {
    private static let written = FaultFamily(
        .attestationObject, signs: .notCovered, where: .ceremony(.create))

    private static func object(_ edit: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultEdit {
        .responseBytes(in: "attestationObject") { $0 = edit($0) }
    }

    /// Replaces the format; the array of a compound statement then has to be a map, or it would be wrong as well.
    private static func format(_ value: CBORValue?) -> FaultEdit {
        .attestationObject { object in
            object.set("fmt", value)
            if object[text: "attStmt"]?.arrayValue != nil { object.set("attStmt", .map([])) }
        }
    }

    static let attestationObjectFaults: [Fault] = [
        written(
            .attestation, "notCBOR", "The attestation object begins with a byte that begins no item.",
            object { [0xFC] + $0 }),
        written(
            .attestation, "notMap", "The attestation object is an array around the map.",
            object { [0x81] + $0 }),
        written(
            .attestation, "trailingBytes", "A byte follows the attestation object.", object { $0 + [0] }),
        written(
            .attestation, "indefiniteLength", "The map does not say how many pairs it has.",
            object(UncanonicalMap.indefinite)),
        written(
            .attestation, "duplicateKey", "A key of the map stands twice.", object(UncanonicalMap.repeated)),
        written(
            .attestation, "truncated", "The attestation object lacks its last byte.",
            object { Array($0.dropLast()) }),
        written(
            .attestation, "tag", "The attestation object has a tag.", object { [0xD9, 0xD9, 0xF7] + $0 }),
        written(
            .attestation, "tooDeep", "A member of the map nests a hundred arrays.",
            .attestationMember("deep", (0..<100).reduce(.array([])) { deep, _ in .array([deep]) })),
        written(
            .attestation, "keyOrder", "The keys of the map are not in canonical order.",
            object(UncanonicalMap.reversed)),
        written(
            .attestation, "nonShortestLength", "A length takes a byte more than it needs.",
            object(UncanonicalMap.longHead)),
        written(
            .attestationFormat, "missing", "The attestation object names no format.",
            format(nil)),
        written(
            .attestationFormat, "notText", "The format is a number.", format(7)),
        written(
            .attestationFormat, "unknown", "The format is one that nobody registered.",
            taking: .text("the format", standard: "understudy")
        ) { value in format(.text(value.text)) },
        written(
            .attestationStatement, "missing", "The attestation object has no statement.",
            .attestationMember("attStmt", nil)),
        written(
            .attestationStatement, "notMap", "The statement is a text.",
            .attestationMember("attStmt", "none")),
        written(
            .attestationAuthenticatorData, "missing", "The attestation object has no authenticator data.",
            .attestationMember("authData", nil)),
        written(
            .attestationAuthenticatorData, "notBytes", "The authenticator data is a text.",
            .attestationMember("authData", "authData")),
        written(
            .attestationAuthenticatorData, "empty", "The authenticator data has no bytes.",
            .attestationMember("authData", .bytes([]))),
        written(
            .noneStatement, "notEmpty", "A statement of format none has something in it.",
            where: [.noAttestation], .attestationMember("attStmt", ["note": "nothing to see"])),
        written(
            .noneStatement, "formatRenamed", "A packed statement is called none.",
            where: [.format("packed")], .attestationMember("fmt", "none")),
    ]
}
