import Bytes
import CBOR
import Testing
import WebAuthnModel

@Suite struct ResponseTests {
    static let registration = RegistrationResponse(
        rawID: [1, 2, 3, 4], clientDataJSON: Array("{}".utf8), attestationObject: [0xA0],
        authenticatorData: [5, 6], transports: [.hybrid, .internal], publicKey: [7], publicKeyAlgorithm: -7,
        authenticatorAttachment: .platform,
        clientExtensionResults: ClientExtensionOutputs(credProps: CredPropsOutput(residentKey: true)))
    static let authentication = AuthenticationResponse(
        rawID: [1, 2, 3, 4], clientDataJSON: Array("{}".utf8), authenticatorData: [5, 6], signature: [7],
        userHandle: nil, authenticatorAttachment: nil)

    @Test func responsesAreReadAsWritten() throws {
        #expect(try RegistrationResponse(json: Self.registration.json) == Self.registration)
        #expect(try AuthenticationResponse(json: Self.authentication.json) == Self.authentication)
        // Clients of Level 2 send no authenticator data beside the attestation object.
        var older = Self.registration
        older.authenticatorData = []
        #expect(try RegistrationResponse(json: older.json) == older)
    }

    struct Problem: Sendable, CustomStringConvertible {
        let from: String
        let to: String
        let member: EnvelopeMember
        let kind: EnvelopeProblem.Kind
        var description: String { "\(from) -> \(to)" }
    }
    static let problems = [
        Problem(from: #""id":"AQIDBA","#, to: "", member: .id, kind: .missing),
        Problem(from: #""id":"AQIDBA""#, to: #""id":5"#, member: .id, kind: .wrongType(expected: "a string")),
        Problem(
            from: #""rawId":"AQIDBA""#, to: #""rawId":"AQIDBA==""#, member: .rawID, kind: .forgiven(.padded)),
        Problem(
            from: #""type":"public-key""#, to: #""type":"password""#, member: .type,
            kind: .wrongValue("password")),
        Problem(from: #""signature":"Bw""#, to: #""signature":"""#, member: .signature, kind: .empty),
        Problem(
            from: #""signature":"Bw""#, to: #""signature":"B!""#, member: .signature,
            kind: .notBase64URL(.notBase64(offset: 1, character: 33))),
        Problem(
            from: #""clientExtensionResults":{}"#, to: #""clientExtensionResults":[]"#,
            member: .clientExtensionResults, kind: .wrongType(expected: "an object")),
    ]

    @Test(arguments: problems) func problemsAreNamed(row: Problem) throws {
        let text = String(decoding: Self.authentication.json, as: UTF8.self)
        let range = try #require(text.firstRange(of: row.from))
        let broken = String(text[..<range.lowerBound]) + row.to + String(text[range.upperBound...])
        let envelope = try ResponseEnvelope(json: Array(broken.utf8), of: .get)
        #expect(
            envelope.problems.map(\.member) == [row.member] && envelope.problems.map(\.kind) == [row.kind])
    }

    @Test func attestationObjectsAreReadAsWritten() throws {
        let object = AttestationObject(
            format: "packed", statement: ["alg": -7, "sig": .bytes([1])], authenticatorData: [1, 2])
        let (read, forgiven) = try AttestationObject.decode(object.encoded)
        #expect(read == object && forgiven.isEmpty)
        #expect(
            throws: AttestationObjectError.notCBOR(.trailingBytes(offset: object.encoded.count, count: 1))
        ) {
            try AttestationObject.decode(object.encoded + [0])
        }
        #expect(throws: AttestationObjectError.notMap) { try AttestationObject.decode([0x80]) }
        #expect(throws: AttestationObjectError.format(present: false)) {
            try AttestationObject.decode([0xA0])
        }
    }

    struct Shape: Sendable, CustomStringConvertible {
        let statement: CBORValue
        let error: PackedStatement.ShapeError
        var description: String { "\(error)" }
    }
    static let shapes = [
        Shape(statement: [:], error: .missing(member: "alg")),
        Shape(statement: ["alg": "ES256", "sig": .bytes([1])], error: .wrongType(member: "alg")),
        Shape(statement: ["alg": -7], error: .missing(member: "sig")),
        Shape(statement: ["alg": -7, "sig": .bytes([])], error: .empty(member: "sig")),
        Shape(statement: ["alg": -7, "sig": "x"], error: .wrongType(member: "sig")),
        Shape(
            statement: ["alg": -7, "sig": .bytes([1]), "x5c": .bytes([])], error: .wrongType(member: "x5c")),
        Shape(statement: ["alg": -7, "sig": .bytes([1]), "x5c": []], error: .empty(member: "x5c")),
        Shape(statement: ["alg": -7, "sig": .bytes([1]), "x5c": [1]], error: .wrongType(member: "x5c")),
    ]

    @Test(arguments: shapes) func packedStatementShapes(row: Shape) {
        #expect(throws: row.error) { try PackedStatement(row.statement) }
    }
}
