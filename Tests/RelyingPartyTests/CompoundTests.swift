import CBOR
import COSE
import Cryptography
import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// Statements made of others.
@Suite struct CompoundTests {
    /// One packed statement with a certificate and one without, changed before they are sent.
    static func install(
        in recipe: inout RegistrationRecipe, _ edit: @escaping @Sendable (inout [CBORValue]) throws -> Void
    ) throws {
        let hash = ClientDataHash(of: recipe.client.bytes).bytes
        recipe.editObject = { pairs in
            let data = pairs.first { $0.key == "authData" }?.value.bytesValue ?? []
            var items = (try? elements(over: data + hash)) ?? []
            try? edit(&items)
            pairs = [
                CBORPair("fmt", "compound"), CBORPair("attStmt", .array(items)),
                CBORPair("authData", .bytes(data)),
            ]
        }
        let certificates = try CertificateRecipe(aaguid: RegistrationRecipe.aaguid)
        recipe.expectation.trustAnchors.append(try X509Certificate(der: try certificates.rootDER()))
    }

    static func elements(over message: [UInt8]) throws -> [CBORValue] {
        let chain = try CertificateRecipe(aaguid: RegistrationRecipe.aaguid).chain()
        let certified = PackedStatement(
            algorithm: .es256, signature: try TestKeys.sign(message, try TestKeys.attestation()),
            kind: .certificates(chain))
        let net = try SafetyNetRecipe().statement(message)
        return [element("packed", certified.cbor), element("android-safetynet", net)]
    }

    static func element(_ format: CBORValue, _ statement: CBORValue) -> CBORValue {
        .map([CBORPair("fmt", format), CBORPair("attStmt", statement)])
    }

    /// Level 2 refuses the format whatever is in it; the others say what is wrong with it.
    static func check(
        _ variant: String, _ codes: Set<String>,
        _ edit: @escaping @Sendable (inout [CBORValue]) throws -> Void
    ) throws {
        for policy in [Policy.level3, .fidoConformance, .lenient] {
            let report = try report(policy, edit)
            let rejecting = Set(report.findings.filter(\.rejects).compactMap(\.fault?.description))
            #expect(rejecting == codes, "\(variant) under \(policy.name): \(report.text)")
            #expect(report.verdict == .reject && report.credential == nil)
        }
        let old = try report(.level2, edit)
        #expect(
            old.findings.filter(\.rejects).map(\.fault?.description) == ["attestation.fmt.sinceLevel3"])
    }

    static func report(
        _ policy: Policy, _ edit: @escaping @Sendable (inout [CBORValue]) throws -> Void
    ) throws -> Report {
        var recipe = try RegistrationRecipe(.none)
        try install(in: &recipe, edit)
        return try recipe.report(policy)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let codes: Set<String>
        let edit: @Sendable (inout [CBORValue]) throws -> Void

        init(
            _ variant: String, found: String? = nil,
            _ edit: @escaping @Sendable (inout [CBORValue]) throws -> Void
        ) {
            testDescription = variant
            codes = [found ?? "compound.\(variant)"]
            self.edit = edit
        }
    }

    static let faults: [Fault] = [
        Fault("fewerThanTwo") { $0.removeLast() }, Fault("fewerThanTwo") { $0 = [] },
        Fault("tooMany") { $0 = Array(repeating: $0[0], count: 17) },
        Fault("elementNotMap") { $0.append(1) },
        Fault("elementMissingFmt") { $0.append(["attStmt": [:]]) },
        Fault("elementFmtNotText") { $0.append(element(1, [:])) },
        Fault("elementMissingAttStmt") { $0.append(["fmt": "none"]) },
        Fault("elementAttStmtNotMap") { $0.append(element("none", [])) },
        Fault("nestedCompound") { $0.append(element("compound", .array($0))) },
        Fault("elementFails", found: "packed.sig.other") { items in
            items[0] = try elements(over: [1])[0]
        },
        Fault("elementFails", found: "safetynet.nonce.other") { items in
            items[1] = try elements(over: [1])[1]
        },
        Fault("elementFails", found: "none.attStmt.notEmpty") { $0.append(element("none", ["a": 1])) },
        Fault("elementFails", found: "attestation.fmt.unknown") { $0.append(element("nothing", [:])) },
    ]

    @Test(arguments: faults) func breaks(_ fault: Fault) throws {
        try Self.check(fault.testDescription, fault.codes, fault.edit)
    }

    /// Whole statements stand, also beside one of format none; the chains of all are believed.
    @Test func stands() throws {
        for policy in [Policy.level3, .fidoConformance, .lenient] {
            for edit: @Sendable (inout [CBORValue]) -> Void in [
                { _ in }, { $0.reverse() }, { $0.append(Self.element("none", [:])) },
            ] {
                let report = try Self.report(policy, edit)
                #expect(
                    report.verdict == .accept && report.findings(.warn).isEmpty
                        && report.trust.status == .trusted && report.trust.attestation == .certified,
                    "\(report.text)")
            }
        }
    }

    /// A finding says which element it is about, and where that stands.
    @Test func findingsNameTheElement() throws {
        let report = try Self.report(.level3) { $0[1] = try Self.elements(over: [1])[1] }
        let nonce = try #require(report.findings.first { $0.code == .safetyNetNonce })
        #expect(nonce.because.hasPrefix("element 1 (android-safetynet): "))
        #expect(nonce.location?.path == "attStmt[1].attStmt.response" && nonce.location?.offset != nil)
        let signature = try #require(report.findings.first { $0.code == .packedSignature })
        #expect(signature.status == .pass && signature.because == "element 0 (packed)")
    }

    /// What is wrong with an element fails once, by its own rule; the whole cannot be judged beside it.
    @Test func aFailingElementIsToldOnce() throws {
        let report = try Self.report(.level3) { $0[0] = try Self.elements(over: [1])[0] }
        let whole = report.findings.filter { $0.code == .compoundStatement }
        #expect(whole.map(\.status) == [.skipped] && whole[0].because.contains("element 0 (packed)"))
    }

    /// Two of a format are told, and not held against anybody.
    @Test func aFormatTwiceIsTold() throws {
        let report = try Self.report(.level3) { $0.append($0[0]) }
        #expect(report.verdict == .accept)
        #expect(report.findings(.warn).map(\.fault?.description) == ["compound.duplicateFormat"])
    }

    /// Who asks for one correct statement only gets that, and is told of the others.
    @Test func oneIsEnoughForWhoSaysSo() throws {
        let policy = Policy.level3.deciding(FaultID(.compoundStatement, "elementFails"), as: .warn)
        let report = try Self.report(policy) { $0[0] = try Self.elements(over: [1])[0] }
        #expect(report.verdict == .accept && report.trust.status == .trusted, "\(report.text)")
        #expect(
            Set(report.findings(.warn).compactMap(\.fault?.description))
                == ["compound.elementFails", "packed.sig.other"])
        let none = try Self.report(policy) { $0 = try Self.elements(over: [1]) }
        #expect(
            none.findings.filter(\.rejects).map(\.fault?.description) == ["compound.noneIsCorrect"])
    }

    /// What no other format's verifier can judge is not called wrong.
    @Test func whatCannotBeCheckedRejects() throws {
        let report = try Self.report(.level3) { items in
            guard case .map(let pairs)? = items[0][text: "attStmt"] else { return }
            let changed = pairs.filter { $0.key != "alg" } + [CBORPair("alg", -999)]
            items[0] = Self.element("packed", .map(changed))
        }
        #expect(report.findings.filter(\.rejects).map(\.status) == [.unsupported], "\(report.text)")
        #expect(report.verdict == .reject)
    }

    /// One element's certificate that leads nowhere spoils the whole.
    @Test func trustIsThatOfTheLeast() throws {
        var recipe = try RegistrationRecipe(.none)
        try Self.install(in: &recipe) { _ in }
        recipe.expectation.trustAnchors = []
        let unverified = try recipe.report(.level3)
        #expect(unverified.verdict == .accept && unverified.trust.status == .unverified)
        recipe.expectation.trustAnchors = [
            try X509Certificate(der: try W3CVectors.load().authorityCertificate)
        ]
        let report = try recipe.report(.level3)
        #expect(report.trust.status == .untrusted)
        let chain = try #require(report.findings.first { $0.code == .chain && $0.status == .fail })
        #expect(chain.location?.path == "attStmt[0].attStmt.x5c[0]")
    }

    /// The cases that were made in the manner of the W3C's vectors.
    @Test func vectors() throws {
        let file = try W3CVectors.load()
        let compound = file.compound
        #expect(compound.cases.count == 7)
        for vector in compound.cases {
            let parts = RegistrationParts(
                clientDataJSON: compound.clientDataJSON, attestationObject: vector.attestationObject)
            let expectation = RegistrationExpectation(
                challenge: compound.challenge, origin: OriginExpectation([W3CVectors.origin]),
                rpID: W3CVectors.rpID, offeredAlgorithms: [.es256],
                trustAnchors: [try X509Certificate(der: file.authorityCertificate)],
                now: CertificateRecipe.now)
            for policy in [Policy.level3, .fidoConformance, .lenient] {
                let report = Verifier(policy: policy).verify(parts, expecting: expectation)
                #expect(
                    (report.verdict == .accept) == vector.isAccepted, "\(vector.name): \(report.text)")
                #expect((report.trust.status == .trusted) == vector.isAccepted)
            }
            let old = Verifier(policy: .level2).verify(parts, expecting: expectation)
            #expect(old.verdict == .reject)
        }
    }
}
