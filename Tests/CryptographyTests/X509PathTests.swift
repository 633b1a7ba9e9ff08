import Bytes
import Cryptography
import Testing

@Suite struct X509PathTests {
    let root, middle, lower, leaf, stranger: TestAuthority
    let rootCertificate, middleCertificate, lowerCertificate, leafCertificate: X509Certificate

    init() throws {
        root = try TestAuthority("Root", scalar: 11)
        middle = try TestAuthority("Middle", scalar: 12)
        lower = try TestAuthority("Lower", scalar: 13)
        leaf = try TestAuthority("Leaf", scalar: 14)
        stranger = try TestAuthority("Stranger", scalar: 15)
        rootCertificate = try root.issue(to: root)
        middleCertificate = try root.issue(to: middle)
        lowerCertificate = try middle.issue(to: lower)
        leafCertificate = try lower.issue(to: leaf, .endEntity)
    }

    func failure(
        _ chain: [X509Certificate], _ anchors: [X509Certificate]? = nil, at time: Int64 = TestAuthority.now,
        alsoKnown: Set<OID> = []
    ) -> CertificatePathFailure? {
        let verdict = CertificatePath.validate(
            chain, anchors: anchors ?? [rootCertificate], at: time, alsoKnown: alsoKnown)
        guard case .rejected(let failure) = verdict else { return nil }
        #expect(!failure.description.isEmpty)
        return failure
    }

    @Test func `ends at a root, at an intermediate, at a leaf, whichever is an anchor`() throws {
        let chain = [leafCertificate, lowerCertificate, middleCertificate]
        let whole = chain + [rootCertificate]
        let strangerRoot = try stranger.issue(to: stranger)
        func path(_ chain: [X509Certificate], _ anchors: [X509Certificate]) -> Int? {
            let verdict = CertificatePath.validate(chain, anchors: anchors, at: TestAuthority.now)
            guard case .trusted(let path) = verdict else { return nil }
            #expect(Array(path.dropLast()) == Array(chain.prefix(path.count - 1)))
            #expect(path.last.map { anchors.contains($0) } == true)
            return path.count
        }
        #expect(path(chain, [rootCertificate]) == 4)
        #expect(path(whole, [rootCertificate]) == 4)
        #expect(path(chain, [strangerRoot, rootCertificate]) == 4)
        #expect(path(whole, [middleCertificate]) == 3)
        #expect(path([leafCertificate, lowerCertificate], [middleCertificate]) == 3)
        #expect(path([leafCertificate], [lowerCertificate]) == 2)
        #expect(path(chain, [rootCertificate, lowerCertificate]) == 2)
        #expect(path(whole, [leafCertificate]) == 1)
        #expect(path([leafCertificate], [leafCertificate]) == 1)
        #expect(path([rootCertificate], [rootCertificate]) == 1)
        // A root made again with the same key: what it signed still leads to it.
        let renewed = try root.issue(to: root) { $0.serialNumber = [99] }
        #expect(path(whole, [renewed]) == 4)
        let expired = try root.issue(to: root) { $0.notAfter = TestAuthority.now - 1 }
        #expect(path(chain, [expired, renewed]) == 4)
        #expect(path(chain + [expired], [renewed]) == 4)
        // The same name with another key beside the right one.
        let namesake = TestAuthority("Root", key: stranger.key, scheme: .ecdsa(.sha256))
        #expect(path(chain, [try namesake.issue(to: namesake), rootCertificate]) == 4)
    }

    @Test func `tells the shape of the chain before anything else`() throws {
        let chain = [leafCertificate, lowerCertificate, middleCertificate]
        #expect(failure([]) == .init(.empty, at: 0))
        #expect(failure(Array(repeating: leafCertificate, count: 9)) == .init(.tooLong(count: 9), at: 8))
        #expect(failure(chain + [middleCertificate]) == .init(.duplicateCertificate, at: 3))
        #expect(failure([leafCertificate, leafCertificate]) == .init(.duplicateCertificate, at: 1))
        #expect(
            failure([leafCertificate, middleCertificate, lowerCertificate]) == .init(.order, at: 0))
        #expect(failure([lowerCertificate, leafCertificate]) == .init(.nameMismatch, at: 0))
        #expect(failure([leafCertificate, middleCertificate]) == .init(.nameMismatch, at: 0))
        #expect(failure(chain + [try stranger.issue(to: stranger)]) == .init(.nameMismatch, at: 2))
        var eight: [X509Certificate] = []
        var issuer = root
        for index in 0..<8 {
            let next = try TestAuthority("Level \(index)", scalar: UInt8(100 + index))
            eight.insert(try issuer.issue(to: next), at: 0)
            issuer = next
        }
        #expect(failure(eight) == nil)
    }

    @Test func `a chain that leads to no anchor is trusted by none`() throws {
        let chain = [leafCertificate, lowerCertificate, middleCertificate]
        let strangerRoot = try stranger.issue(to: stranger)
        #expect(failure(chain, []) == .init(.noAnchor, at: 2))
        #expect(failure(chain + [rootCertificate], []) == .init(.noAnchor, at: 3))
        #expect(failure(chain + [rootCertificate], [strangerRoot]) == .init(.noAnchor, at: 3))
        #expect(failure([leafCertificate], [rootCertificate]) == .init(.noAnchor, at: 0))
        // An attacker's own root, under its own name and under the name of the real one.
        let forged = try stranger.issue(to: leaf, .endEntity)
        #expect(failure([forged, strangerRoot]) == .init(.noAnchor, at: 1))
        let namesake = TestAuthority("Root", key: stranger.key, scheme: .ecdsa(.sha256))
        let forgedAgain = try namesake.issue(to: leaf, .endEntity)
        let falseRoot = try namesake.issue(to: namesake)
        #expect(failure([forgedAgain, falseRoot]) == .init(.noAnchor, at: 1))
        #expect(failure([forgedAgain]) == .init(.unverifiable, at: 0))
        // An anchor's own key in another certificate: the contents of a leaf are not vouched for.
        let copied = try stranger.issue(to: leaf, .endEntity)
        #expect(failure([copied], [leafCertificate]) == .init(.noAnchor, at: 0))
        // Without an anchor the chain's own faults are still told.
        let late = TestAuthority.now + 1_001
        #expect(failure(chain, [], at: late) == .init(.expired, at: 0))
        let wrong = try stranger.issue(to: leaf, .endEntity) { $0.issuer = lower.name }
        #expect(failure([wrong, lowerCertificate], []) == .init(.unverifiable, at: 0))
    }

    @Test func `names the certificate whose signature is wrong`() throws {
        func broken(_ certificate: X509Certificate) throws -> X509Certificate {
            var der = certificate.der
            der[der.count - 1] ^= 1
            return try X509Certificate(der: der)
        }
        let chain = [leafCertificate, lowerCertificate, middleCertificate]
        for index in chain.indices {
            var changed = chain
            changed[index] = try broken(chain[index])
            #expect(failure(changed) == .init(.unverifiable, at: index))
            #expect(failure(changed + [rootCertificate]) == .init(.unverifiable, at: index))
        }
        #expect(failure([try broken(leafCertificate)], [lowerCertificate]) == .init(.unverifiable, at: 0))
    }

    @Test func `every certificate of the path must be valid at the time`() throws {
        let early = TestAuthority.now - 1_001
        let late = TestAuthority.now + 1_001
        #expect(failure([leafCertificate], [leafCertificate], at: early) == .init(.notYetValid, at: 0))
        #expect(failure([leafCertificate], [leafCertificate], at: late) == .init(.expired, at: 0))
        #expect(failure([leafCertificate], [leafCertificate], at: late - 1) == nil)
        #expect(failure([leafCertificate], [leafCertificate], at: early + 1) == nil)
        let oldLower = try middle.issue(to: lower) { $0.notAfter = TestAuthority.now - 1 }
        let newMiddle = try root.issue(to: middle) { $0.notBefore = TestAuthority.now + 1 }
        #expect(
            failure([leafCertificate, oldLower, middleCertificate]) == .init(.expired, at: 1))
        #expect(
            failure([leafCertificate, lowerCertificate, newMiddle]) == .init(.notYetValid, at: 2))
        let oldRoot = try root.issue(to: root) { $0.notAfter = TestAuthority.now - 1 }
        #expect(failure([middleCertificate], [oldRoot]) == .init(.expired, at: 1))
    }

    @Test func `only authorities issue, as far down as they may`() throws {
        func chain(
            _ constraints: BasicConstraints, _ edit: (inout CertificateDraft) -> Void = { _ in }
        )
            throws -> [X509Certificate]
        {
            [leafCertificate, lowerCertificate, try root.issue(to: middle, constraints, edit)]
        }
        #expect(failure(try chain(.authority(pathLength: 1))) == nil)
        #expect(failure(try chain(.authority(pathLength: 0))) == .init(.pathLength, at: 2))
        #expect(failure(try chain(.endEntity)) == .init(.intermediateNotCA, at: 2))
        #expect(failure(try chain(.absent)) == .init(.intermediateNotCA, at: 2))
        #expect(failure(try chain(.absent) { $0.version = 1 }) == .init(.intermediateNotCA, at: 2))
        let signs: (inout CertificateDraft) -> Void = {
            $0.extensions.append(.keyUsage([.keyCertSign, .digitalSignature]))
        }
        let signsNot: (inout CertificateDraft) -> Void = {
            $0.extensions.append(.keyUsage([.digitalSignature, .cRLSign]))
        }
        #expect(failure(try chain(.authority(pathLength: nil), signs)) == nil)
        #expect(failure(try chain(.authority(pathLength: nil), signsNot)) == .init(.keyUsage, at: 2))

        // The anchor's own constraints count; an old root that says nothing is vouched for by being listed.
        let whole = try chain(.authority(pathLength: 1))
        func anchor(
            _ constraints: BasicConstraints, _ edit: (inout CertificateDraft) -> Void = { _ in }
        )
            throws -> [X509Certificate]
        { [try root.issue(to: root, constraints, edit)] }
        #expect(failure(whole, try anchor(.authority(pathLength: 2))) == nil)
        #expect(failure(whole, try anchor(.authority(pathLength: 1))) == .init(.pathLength, at: 3))
        #expect(failure(whole, try anchor(.endEntity)) == .init(.intermediateNotCA, at: 3))
        #expect(failure(whole, try anchor(.absent)) == nil)
        #expect(failure(whole, try anchor(.absent) { $0.version = 1 }) == nil)
        #expect(failure(whole, try anchor(.absent, signsNot)) == .init(.keyUsage, at: 3))
        let leafAnchor = try lower.issue(to: leaf, .absent)
        let below = try leaf.issue(to: stranger, .endEntity)
        #expect(failure([below], [leafAnchor]) == .init(.intermediateNotCA, at: 1))
        #expect(failure([below], [leafCertificate]) == .init(.intermediateNotCA, at: 1))

        // An authority that signs itself anew is not counted (RFC 5280 §6.1.4 l).
        let again = try middle.issue(to: middle)
        let limited = try root.issue(to: middle, .authority(pathLength: 1))
        #expect(failure([leafCertificate, lowerCertificate, again, limited]) == nil)
    }

    @Test func `a critical extension must be known`() throws {
        let oid: OID = "1.3.6.1.4.1.45724.1.1.4"
        let marked = try lower.issue(to: leaf, .endEntity) {
            $0.extensions.append(X509Extension(oid, isCritical: true, value: DER.octetString([1])))
        }
        let chain = [marked, lowerCertificate, middleCertificate]
        #expect(failure(chain) == .init(.criticalExtension(oid), at: 0))
        #expect(failure(chain, alsoKnown: [oid]) == nil)
        let limited = try root.issue(to: middle) {
            $0.extensions.append(X509Extension("2.5.29.30", isCritical: true, value: DER.sequence()))
        }
        #expect(
            failure([leafCertificate, lowerCertificate, limited])
                == .init(.criticalExtension("2.5.29.30"), at: 2))
    }

    @Test func `what cannot be checked is said to be so`() throws {
        let chain = try CertificateCorpus.chain(["reg-091-packed"])
        let oid: OID = "2.16.840.1.101.3.4.3.17"
        #expect(failure(chain, chain, at: chain[0].notBefore) == nil)
        #expect(chain[0].publicKey == nil && chain[0].signatureAlgorithm.oid == oid)
        let unknown = try root.issue(to: lower) {
            $0.publicKeyInfo = chain[0].publicKeyInfo.der
        }
        #expect(
            failure([leafCertificate, unknown])
                == .init(.unsupported(.certificate(.unsupportedIssuerKey)), at: 0))
    }

    @Test func `real chains lead to their last certificate, when that is an anchor`() throws {
        struct Row {
            let name: String
            let count: Int
        }
        let rows = [
            Row(name: "reg-001", count: 4), Row(name: "reg-003", count: 5), Row(name: "reg-011", count: 2),
            Row(name: "reg-013", count: 3), Row(name: "reg-021", count: 2), Row(name: "reg-129", count: 3),
            Row(name: "reg-137", count: 2), Row(name: "reg-154", count: 2), Row(name: "reg-167", count: 2),
            Row(name: "rej-010", count: 2),
        ]
        for row in rows {
            let chain = try CertificateCorpus.chain((0..<row.count).map { "\(row.name)-\($0)" })
            let start = try #require(chain.map(\.notBefore).max())
            let end = try #require(chain.map(\.notAfter).min())
            #expect(failure(chain, [chain[row.count - 1]], at: start) == nil, "\(row.name)")
            #expect(failure(chain.dropLast(), [chain[row.count - 1]], at: end) == nil, "\(row.name)")
            let late = try #require(chain.firstIndex { $0.notAfter == end })
            #expect(failure(chain, [], at: end + 1) == .init(.expired, at: late), "\(row.name)")
            #expect(failure(chain, [], at: start) == .init(.noAnchor, at: row.count - 1), "\(row.name)")
        }
    }
}
