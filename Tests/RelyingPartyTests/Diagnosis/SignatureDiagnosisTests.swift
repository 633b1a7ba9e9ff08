import Bytes
import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// Signatures that are valid over something else, by somebody else, or otherwise than they were checked.
@Suite struct SignatureDiagnosisTests {
    static func hash(_ bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes) }

    /// Signs other bytes than it should.
    static func signing(
        _ word: String, _ variant: String, _ suspect: Suspect = .authenticator,
        _ message: @escaping @Sendable (_ data: [UInt8], _ client: [UInt8]) -> [UInt8]
    ) -> DiagnosisRow {
        DiagnosisRow(
            "signature.\(word)", "signature.\(variant)", suspect, authentication: { $0.message = message })
    }

    /// Signs the client data as a client wrote it, and presents what became of it on the way.
    static func carrying(
        _ word: String, _ variant: String = "overReserialisedClientData",
        signed: @escaping @Sendable (inout JSONValue) -> Void = { _ in },
        bytes: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
        presented: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
    ) -> DiagnosisRow {
        DiagnosisRow(
            "signature.\(word)", "signature.\(variant)", .transport,
            authentication: { recipe in
                var value = recipe.client.value
                signed(&value)
                let original = hash(bytes(value.serialised()))
                recipe.message = { data, _ in data + original }
                recipe.client.edit = { $0 = presented($0) }
            })
    }

    static func reordered(_ value: JSONValue, _ names: [String]) -> JSONValue {
        .object(names.compactMap { name in value[name].map { JSONMember(name, $0) } })
    }

    static let sortedNames = ["challenge", "crossOrigin", "origin", "type"]

    static let clientDataRows: [DiagnosisRow] = [
        carrying("clientDataStringified", presented: { (try? JSONValue(parsing: $0).pretty()) ?? [] }),
        carrying(
            "clientDataCanonical",
            presented: { (try? reordered(JSONValue(parsing: $0), sortedNames).serialised()) ?? [] }),
        carrying("clientDataSorted", signed: { $0 = reordered($0, sortedNames) }),
        carrying(
            "clientDataEscaped",
            bytes: { $0.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] } }),
        carrying(
            "clientDataSpaced",
            bytes: { text in
                var spaced: [UInt8] = []
                for (index, byte) in text.enumerated() {
                    spaced.append(byte)
                    let isBehindName = byte == UInt8(ascii: ":") && text[index - 1] == UInt8(ascii: "\"")
                    if isBehindName || byte == UInt8(ascii: ",") { spaced.append(0x20) }
                }
                return spaced
            }),
        carrying("clientDataIndented", bytes: { (try? JSONValue(parsing: $0).pretty()) ?? [] }),
        carrying("clientDataWithoutCrossOrigin", signed: { $0["crossOrigin"] = nil }),
        carrying(
            "clientDataWithCrossOrigin",
            presented: { text in
                var value = (try? JSONValue(parsing: text)) ?? .null
                value["crossOrigin"] = nil
                return value.serialised()
            }),
        carrying("clientDataWithBOM", bytes: { [0xEF, 0xBB, 0xBF] + $0 }),
        carrying("clientDataWithoutBOM", presented: { [0xEF, 0xBB, 0xBF] + $0 }),
        carrying("clientDataWithNewline", bytes: { $0 + [0x0A] }),
        carrying("clientDataWithNewline", bytes: { $0 + [0x0D, 0x0A] }),
        carrying("clientDataTrimmed", presented: { $0 + [0x20, 0x0A] }),
        // Another client data altogether.
        DiagnosisRow(
            "signature.clientDataWithExpectedChallenge", "signature.overOtherClientData", .transport,
            authentication: { recipe in
                let original = hash(recipe.client.bytes)
                recipe.message = { data, _ in data + original }
                recipe.client.value["challenge"] = .string(Base64URL.encode([1, 2, 3]))
            }),
        DiagnosisRow(
            "signature.clientDataWithExpectedOrigin", "signature.overOtherClientData", .transport,
            authentication: { recipe in
                let original = hash(recipe.client.bytes)
                recipe.message = { data, _ in data + original }
                recipe.client.value["origin"] = "https://example.net"
            }),
        carrying(
            "clientDataWithOtherType", "overOtherClientData", signed: { $0["type"] = "webauthn.create" }),
        DiagnosisRow(
            "signature.clientDataOfEarlierCeremony", "signature.ofEarlierCeremony", .transport,
            authentication: { recipe in
                let earlier = [UInt8](repeating: 0xEA, count: 32)
                recipe.expectation.earlierChallenges = [[1], earlier]
                var value = recipe.client.value
                value["challenge"] = .string(Base64URL.encode(earlier))
                let original = hash(value.serialised())
                recipe.message = { data, _ in data + original }
            }),
    ]

    static let hashRows: [DiagnosisRow] = [
        signing("unhashedClientData", "overUnhashedClientData") { $0 + $1 },
        signing("authDataOnly", "overAuthDataOnly") { data, _ in data },
        signing("hashOnly", "overHashOnly") { hash($1) },
        signing("clientDataOnly", "overClientDataOnly") { $1 },
        signing("hashFirst", "overSwappedParts") { hash($1) + $0 },
        signing("hashedTwice", "overTwiceHashedClientData") { $0 + hash(hash($1)) },
        signing("prehashed", "overPrehashedMessage") { hash($0 + hash($1)) },
        signing("hashOfText", "overClientDataText") { $0 + hash(Array(Base64URL.encode($1).utf8)) },
        signing("hashOfText", "overClientDataText") { $0 + hash(Array(Base64.encode($1).utf8)) },
        signing("hashAsHex", "overHashText") { $0 + Array(Hex.encode(hash($1)).utf8) },
        signing("hashAsText", "overHashText") { $0 + Array(Base64URL.encode(hash($1)).utf8) },
        signing("authDataAsText", "overAuthDataText") { Array(Base64URL.encode($0).utf8) + hash($1) },
        signing("clientDataHashedOtherwise", "otherHash") { $0 + Digest.hash($1, .sha384) },
        DiagnosisRow(
            "signature.otherHash", "signature.otherHash", .authenticator,
            authentication: { $0.scheme = .ecdsa(.sha1) }),
        DiagnosisRow(
            "signature.otherHash", "signature.otherHash", .authenticator,
            authentication: {
                $0.use(try TestKeys.rsa(), .rs512)
                $0.scheme = .rsaPKCS1(.sha256)
            }),
        DiagnosisRow(
            "signature.otherAlgorithm", "signature.otherAlgorithm", .authenticator,
            authentication: {
                $0.use(try TestKeys.rsa(), .rs256)
                $0.scheme = .rsaPSS(.sha256)
            }),
        DiagnosisRow(
            "signature.authDataOnly", "packed.sig.overAuthDataOnly", .authenticator, .packedSelf,
            registration: { recipe in
                let data = try recipe.unsignedData()
                let signature = try TestKeys.sign(data, recipe.key)
                recipe.editSignature = { $0 = signature }
            }),
    ]

    static func changed(
        _ word: String, _ variant: String, _ suspect: Suspect = .transport,
        _ edit: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> DiagnosisRow {
        DiagnosisRow(
            "signature.\(word)", "signature.\(variant)", suspect,
            authentication: { recipe in
                recipe.expectation.userVerification = .preferred
                recipe.editSignedData = edit
            })
    }

    static let extensionMap: [UInt8] = CBOREncoder.encode(.map([CBORPair("a", true)]))

    static let dataRows: [DiagnosisRow] = [
        changed("flags", "overOtherFlags") { $0[32] ^= 4 },
        changed("flags", "overOtherFlags") { $0[32] ^= 1 },
        changed("flags", "overOtherFlags") { $0[32] ^= 0x18 },
        changed("flags", "overOtherFlags") { $0[32] ^= 0x20 },
        changed("counterSwapped", "overOtherCounter") { $0.replaceSubrange(33..<37, with: [8, 0, 0, 0]) },
        changed("counter", "overOtherCounter") { $0[36] = 9 },
        changed("counter", "overOtherCounter") { $0[36] = 7 },
        DiagnosisRow(
            "signature.counter", "signature.overOtherCounter", .transport,
            authentication: {
                $0.data.signCount = 0
                $0.editSignedData = { $0[35] = 1 }
            }),
        changed("rpIdHash", "overOtherRPIDHash") { $0.replaceSubrange(0..<32, with: hash([1])) },
        changed("headerOnly", "overShortData") {
            $0[32] |= 0x80
            $0 += extensionMap
        },
        DiagnosisRow(
            "signature.withoutExtensions", "packed.sig.overDataWithoutExtensions", .transport, .packedSelf,
            registration: {
                $0.editSignedData = {
                    $0[32] |= 0x80
                    $0 += extensionMap
                }
            }),
        DiagnosisRow(
            "signature.withCredential", "signature.overDataWithCredential", .authenticator,
            authentication: { recipe in
                recipe.expectation.credential.aaguid = AAGUID(RegistrationRecipe.aaguid)
                let record = recipe.expectation.credential
                var whole = recipe.data
                whole.flags.insert(.attestedCredentialData)
                whole.attestedCredentialData = AttestedCredentialData(
                    aaguid: record.aaguid ?? .zero, credentialID: record.id,
                    credentialPublicKey: record.publicKey)
                let data = whole.encoded
                recipe.message = { _, client in data + hash(client) }
            }),
        signing("wrapped", "overWrappedData") { CBOREncoder.encode(.bytes($0)) + hash($1) },
        // A map that says three and has four: signed so and repaired on the way, or the other way round.
        DiagnosisRow(
            "signature.shortKeyMap", "packed.sig.overRepairedCBOR", .transport, .packedSelf,
            registration: {
                $0.key = try TestKeys.edwards(.ed25519)
                $0.algorithm = .edDSA
                $0.editData = { data in data[data.count - 42] = 0xA3 }
                $0.editSignedData = { data in data[data.count - 42] = 0xA4 }
            }),
        DiagnosisRow(
            "key.shortMap", "authData.trailingBytes", .authenticator,
            registration: {
                $0.key = try TestKeys.edwards(.ed25519)
                $0.algorithm = .edDSA
                $0.editKeyBytes = { $0[0] = 0xA3 }
            }),
    ]

    static func written(
        _ word: String, _ variant: String, _ suspect: Suspect = .authenticator,
        _ edit: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> DiagnosisRow {
        DiagnosisRow(
            "signature.\(word)", "signature.\(variant)", suspect, authentication: { $0.editSignature = edit })
    }

    static let formRows: [DiagnosisRow] = [
        written("raw", "rawRS") { $0 = SignatureTests.numbers($0).flatMap { $0 } },
        written("rawWithTrailingBytes", "notDER") { $0 = SignatureTests.numbers($0).flatMap { $0 } + [0] },
        written("lenientDER", "BER") { $0 = [0x30, 0x81] + $0.dropFirst() },
        written("lenientDER", "BER") { $0 = [0x30, 0x80] + $0.dropFirst(2) + [0, 0] },
        written("lenientDER", "nonMinimalInteger") { der in
            der = SignatureTests.sequence(SignatureTests.numbers(der).map { [0, 0] + $0 })
        },
        written("lenientDER", "trailingBytes") { $0.append(0) },
        written("asText", "asText", .transport) { $0 = Array(Base64URL.encode($0).utf8) },
        written("asText", "asText", .transport) { $0 = Array(Hex.encode($0).utf8) },
        DiagnosisRow(
            "signature.withTrailingBytes", "signature.trailingBytes", .transport,
            authentication: {
                $0.use(try TestKeys.edwards(.ed25519), .edDSA)
                $0.editSignature = { $0.append(0) }
            }),
        DiagnosisRow(
            "signature.raw", "packed.sig.rawRS", .authenticator, .packedCertified,
            registration: { $0.editSignature = { $0 = SignatureTests.numbers($0).flatMap { $0 } } }),
        DiagnosisRow(
            "signature.raw", "u2f.sig.rawRS", .authenticator, .fidoU2F,
            registration: { $0.editSignature = { $0 = SignatureTests.numbers($0).flatMap { $0 } } }),
        DiagnosisRow(
            "signature.raw", "tpm.sig.rawRS", .authenticator, .tpm,
            registration: { $0.editSignature = { $0 = SignatureTests.numbers($0).flatMap { $0 } } }),
    ]

    static let keyRows: [DiagnosisRow] = [
        DiagnosisRow(
            "signature.byOtherCredential", "signature.otherKey", .server,
            authentication: {
                let other = try TestKeys.stranger()
                $0.key = other
                $0.expectation.otherCredentials = [
                    CredentialRecord(id: [1], publicKey: [0xFF]),
                    CredentialRecord(
                        id: [2], publicKey: COSEKey(other.publicKey, algorithm: .es256).encoded),
                ]
            }),
        DiagnosisRow(
            "signature.byOtherCredential", "signature.otherKey", .server,
            authentication: {
                let other = try TestKeys.edwards(.ed25519)
                $0.key = other
                $0.scheme = .eddsa
                $0.expectation.otherCredentials = [
                    CredentialRecord(
                        id: [2], publicKey: COSEKey(other.publicKey, algorithm: .edDSA).encoded)
                ]
                $0.editSignature = { $0 = DER.sequence(of: [$0]).suffix($0.count).map { $0 } }
            }),
        DiagnosisRow(
            "signature.byKeyInAssertion", "signature.otherKey", .authenticator,
            authentication: {
                let other = try TestKeys.stranger()
                $0.key = other
                $0.data.flags.insert(.attestedCredentialData)
                $0.data.attestedCredentialData = AttestedCredentialData(
                    aaguid: .zero, credentialID: RegistrationRecipe.credentialID,
                    credentialPublicKey: COSEKey(other.publicKey, algorithm: .es256).encoded)
            }),
        DiagnosisRow(
            "signature.byCredentialKey", "packed.sig.byCredentialKeyWithX5c", .authenticator,
            .packedCertified,
            registration: { $0.signer = try TestKeys.credential() }),
        DiagnosisRow(
            "signature.byCredentialKey", "u2f.sig.byCredentialKeyWithX5c", .authenticator, .fidoU2F,
            registration: { $0.signer = try TestKeys.credential() }),
        DiagnosisRow(
            "signature.counter", "androidKey.sig.overOtherCounter", .transport, .androidKey,
            registration: { $0.editSignedData = { $0[36] ^= 1 } }),
        DiagnosisRow(
            "signature.asPacked", "u2f.sig.overPackedMessage", .authenticator, .fidoU2F,
            registration: { recipe in
                let data = try recipe.unsignedData() + hash(recipe.client.bytes)
                let signature = try TestKeys.sign(data, TestKeys.attestation())
                recipe.editSignature = { $0 = signature }
            }),
    ]

    static let boundRows: [DiagnosisRow] = [
        DiagnosisRow(
            "boundHash.counter", "apple.nonce.overOtherCounter", .transport, .apple,
            registration: { $0.editSignedData = { $0[36] ^= 1 } }),
        DiagnosisRow(
            "boundHash.authDataOnly", "tpm.certInfo.extraData.overAuthDataOnly", .authenticator, .tpm,
            registration: { recipe in
                let data = hash(try recipe.unsignedData())
                recipe.tpm.editAttest = { $0.extraData = data }
            }),
        DiagnosisRow(
            "boundHash.challenge", "androidKey.challenge.ofChallenge", .authenticator, .androidKey,
            registration: { $0.description.attestationChallenge = RegistrationRecipe.challenge }),
        DiagnosisRow(
            "boundHash.clientDataWithNewline", "androidKey.challenge.overReserialisedClientData", .transport,
            .androidKey,
            registration: { $0.description.attestationChallenge = hash($0.client.bytes + [0x0A]) }),
    ]

    @Test(arguments: clientDataRows + hashRows + dataRows + formRows + keyRows + boundRows)
    func isExplained(_ row: DiagnosisRow) throws { try row.check() }

    /// What is broken beyond recognition stays so: no false diagnosis.
    static let unexplained: [DiagnosisRow] =
        [
            DiagnosisRow(
                "signature.unexplained", "signature.other", .authenticator,
                authentication: { $0.key = try TestKeys.stranger() }),
            DiagnosisRow(
                "signature.unexplained", "signature.other", .authenticator,
                authentication: { $0.message = { data, _ in data + hash([1, 2, 3]) } }),
            DiagnosisRow(
                "signature.unexplained", "packed.sig.other", .authenticator, .packedCertified,
                registration: { $0.signer = try TestKeys.stranger() }),
            DiagnosisRow(
                "signature.unexplained", "tpm.sig.other", .authenticator, .tpm,
                registration: { $0.signer = try TestKeys.stranger() }),
        ]
        + [COSEAlgorithm.es256, .es384, .edDSA, .rs256, .ps256].map { algorithm in
            DiagnosisRow(
                "signature.unexplained", "signature.other", .authenticator,
                authentication: { recipe in
                    switch algorithm {
                    case .es384: recipe.use(try TestKeys.ec(.p384, 1), algorithm)
                    case .edDSA: recipe.use(try TestKeys.edwards(.ed25519), algorithm)
                    case .rs256, .ps256: recipe.use(try TestKeys.rsa(), algorithm)
                    default: break
                    }
                    recipe.editSignature = { $0[$0.count - 1] ^= 1 }
                })
        }

    @Test(arguments: unexplained) func staysUnexplained(_ row: DiagnosisRow) throws { try row.check() }

    /// The search ends, and says that it did not see everything.
    @Test func theSearchIsBounded() throws {
        var recipe = try AuthenticationRecipe()
        recipe.key = try TestKeys.stranger()
        let short = try recipe.report(.level3)
        #expect(short.diagnoses.first?.sentence.contains("the search stopped there") == false)
        recipe.expectation.otherCredentials = try (10..<110).map {
            CredentialRecord(
                id: [$0],
                publicKey: COSEKey(try TestKeys.ec(.p256, $0).publicKey, algorithm: .es256).encoded)
        }
        let long = try recipe.report(.level3)
        #expect(long.diagnoses.first?.sentence.hasPrefix("96 things ") == true)
        #expect(long.diagnoses.first?.sentence.contains("the search stopped there") == true)
    }
}
