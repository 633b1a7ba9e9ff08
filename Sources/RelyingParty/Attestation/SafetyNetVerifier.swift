internal import CBOR
internal import Cryptography
internal import WebAuthnModel

/// Format `android-safetynet` (§8.5): an answer of the vendor's service, signed with the key of a web server.
struct SafetyNetVerifier: AttestationVerifier {
    let format = SafetyNetStatement.format

    func verify(
        _ statement: CBORValue, of subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome {
        let place = { subject.object.location(of: ["attStmt", "response"]) }
        guard let response = read(statement, subject, &findings),
            let jws = takeApart(response, place, &findings)
        else {
            findings.skip(
                .safetyNetJWS, .safetyNetCertificates, .safetyNetHostname, .safetyNetNonce,
                .safetyNetProfileMatch, .safetyNetTimestamp,
                because: "there is no answer of the service that could be read")
            return .wrong
        }
        SafetyNetPayloadCheck(now: subject.now, location: place).run(
            on: readPayload(jws, place, &findings), signed: subject.signedMessage, &findings)
        let chain = readCertificates(jws, place, &findings)
        checkSignature(jws, chain?.leaf, place, &findings)
        checkHostname(chain?.leaf, place, &findings)
        guard let chain, !Self.codes.contains(where: findings.isRejected), subject.clientDataHash != nil
        else { return .wrong }
        return .certified(leaf: chain.leaf, rest: chain.rest)
    }

    private static let codes: [RuleCode] = [
        .safetyNetVersion, .safetyNetResponse, .safetyNetJWS, .safetyNetCertificates, .safetyNetHostname,
        .safetyNetNonce, .safetyNetProfileMatch, .safetyNetTimestamp,
    ]

    // MARK: Shape

    private func read(
        _ statement: CBORValue, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> [UInt8]? {
        do {
            let response = try SafetyNetStatement(statement).response
            findings.pass(.safetyNetVersion)
            return response
        } catch {
            let (member, variant) = Self.story(of: error)
            if member == "response" { findings.pass(.safetyNetVersion) }
            findings.breach(
                member == "ver" ? .safetyNetVersion : .safetyNetResponse, variant, because: "\(error)",
                at: subject.object.location(of: ["attStmt", member]))
            // A version is reserved for later use; without one, the answer is still an answer.
            return member == "ver" ? statement[text: "response"]?.bytesValue : nil
        }
    }

    private static func story(of error: SafetyNetStatement.ShapeError) -> (member: String, variant: String) {
        switch error {
        case .missing(let member): (member, "missing")
        case .empty(let member): (member, "empty")
        case .wrongType("ver"): ("ver", "notText")
        case .wrongType(let member): (member, "notBytes")
        }
    }

    private func takeApart(
        _ response: [UInt8], _ place: () -> ReportLocation, _ findings: inout FindingList
    ) -> CompactJWS? {
        do { return try CompactJWS(response) } catch {
            let variant = if case .duplicateMember = error { "duplicateMember" } else { "notJWS" }
            findings.breach(.safetyNetResponse, variant, because: "\(error)", at: place())
            return nil
        }
    }

    private func readPayload(
        _ jws: CompactJWS, _ place: () -> ReportLocation, _ findings: inout FindingList
    ) -> SafetyNetPayload? {
        do {
            let payload = try SafetyNetPayload(parsing: jws.payload)
            findings.pass(.safetyNetResponse)
            return payload
        } catch {
            let variant = if case .duplicateMember = error { "duplicateMember" } else { "payloadNotJSON" }
            findings.breach(.safetyNetResponse, variant, because: "\(error)", at: place())
            return nil
        }
    }

    // MARK: Who answered

    private func readCertificates(
        _ jws: CompactJWS, _ place: () -> ReportLocation, _ findings: inout FindingList
    ) -> (leaf: X509Certificate, rest: [[UInt8]])? {
        let chain: [[UInt8]]
        do { chain = try jws.certificates() } catch {
            let variant =
                switch error {
                case .missing: "missing"
                case .notArray: "notArray"
                case .empty: "empty"
                case .base64: "notBase64"
                }
            findings.breach(.safetyNetCertificates, variant, because: "\(error)", at: place())
            return nil
        }
        guard let first = chain.first else { return nil }
        do {
            let leaf = try X509Certificate(der: first)
            guard let fault = leaf.keyFault else {
                findings.pass(.safetyNetCertificates)
                return (leaf, Array(chain.dropFirst()))
            }
            findings.breach(
                .safetyNetCertificates, "malformed",
                because: "the signing certificate's key is none: \(fault)", at: place())
        } catch {
            findings.breach(
                .safetyNetCertificates, "malformed",
                because: "the signing certificate cannot be read: \(error)", at: place())
        }
        return nil
    }

    private func checkSignature(
        _ jws: CompactJWS, _ leaf: X509Certificate?, _ place: () -> ReportLocation,
        _ findings: inout FindingList
    ) {
        let fault: JWSSignatureFault?
        if let key = leaf?.publicKey {
            fault = jws.fault(under: key)
        } else if let header = jws.headerFault {
            fault = header
        } else if leaf == nil {
            return findings.skip(.safetyNetJWS, because: "the signing certificate could not be read")
        } else {
            return findings.unsupported(
                .safetyNetJWS, because: "signatures by the certificate's key cannot be checked here",
                at: place())
        }
        guard let fault else { return findings.pass(.safetyNetJWS) }
        tell(fault, jws, place, &findings)
    }

    private func tell(
        _ fault: JWSSignatureFault, _ jws: CompactJWS, _ place: () -> ReportLocation,
        _ findings: inout FindingList
    ) {
        let (variant, because, hint) = fault.story
        if case .unsupported = fault {
            return findings.unsupported(.safetyNetJWS, because: because, at: place())
        }
        findings.breach(
            .safetyNetJWS, variant, because: because,
            expected: variant.hasPrefix("alg") ? .list([.text("ES256"), .text("RS256")]) : nil,
            actual: variant.hasPrefix("alg") ? jws.algorithmName.map { .text($0) } : .bytes(jws.signature),
            at: place(), hint: hint)
    }

    /// The service's name, in the certificate as a web server has it; no wildcard would do.
    private func checkHostname(
        _ leaf: X509Certificate?, _ place: () -> ReportLocation, _ findings: inout FindingList
    ) {
        guard let leaf else {
            return findings.skip(.safetyNetHostname, because: "the signing certificate could not be read")
        }
        let hostname = "attest.android.com"
        let names = leaf.hostNames
        guard names.contains(where: { $0.lowercased() == hostname }) else {
            return findings.breach(
                .safetyNetHostname, "other", because: "the signing certificate was not issued to \(hostname)",
                expected: .text(hostname), actual: .texts(names.isEmpty ? ["no name"] : names), at: place())
        }
        findings.pass(.safetyNetHostname)
    }
}
