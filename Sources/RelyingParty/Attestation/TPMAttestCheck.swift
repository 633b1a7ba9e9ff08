internal import Cryptography
internal import WebAuthnModel

/// Whether `certInfo` says that the TPM has the key of `pubArea`, for this ceremony (§8.3).
///
/// The signer's qualified name, clock and firmware version are not looked at: TPMs may obfuscate them.
struct TPMAttestCheck {
    let bytes: [UInt8]
    let object: ReadAttestationObject

    /// Whether nothing is wrong and nothing was left unchecked.
    ///
    /// - Parameters:
    ///   - pubArea: The public area's bytes as they came.
    ///   - nameAlgorithm: The area's name algorithm; nil where it could not be read.
    ///   - hash: The hash of the signature's algorithm; nil where there is none.
    ///   - message: What is attested; nil where there is no client data.
    func run(
        pubArea: [UInt8], nameAlgorithm: TPMAlgorithm?, hash: HashAlgorithm?, message: [UInt8]?,
        _ findings: inout FindingList
    ) -> Bool {
        guard let attest = read(&findings) else { return false }
        let hasMagic = expect(
            .tpmMagic, attest.magic == TPMAttest.generatedValue, "magic is not TPM_GENERATED_VALUE",
            expected: UInt64(TPMAttest.generatedValue), actual: UInt64(attest.magic), offset: 0, &findings)
        let hasType = expect(
            .tpmType, attest.type == TPMAttest.certify, "type is not TPM_ST_ATTEST_CERTIFY",
            expected: UInt64(TPMAttest.certify), actual: UInt64(attest.type), offset: 4, &findings)
        let hasData = checkExtraData(attest, hash, message, &findings)
        let hasName = checkName(attest, pubArea, nameAlgorithm, &findings)
        return hasMagic && hasType && hasData && hasName
    }

    private func place(_ offset: Int) -> ReportLocation {
        object.location(of: ["attStmt", "certInfo"], count: bytes.count, offset: offset)
    }

    private func read(_ findings: inout FindingList) -> TPMAttest? {
        do {
            let attest = try TPMAttest(decoding: bytes)
            findings.pass(.tpmCertInfo)
            return attest
        } catch {
            let (code, variant): (RuleCode, String) =
                switch error {
                case .trailingBytes: (.tpmCertInfo, "trailing")
                // What stands there is the information of another type.
                case .truncated(.attestedName, _, _, _), .truncated(.attestedQualifiedName, _, _, _):
                    (.tpmAttested, "type")
                case .truncated, .unknownValue: (.tpmCertInfo, "malformed")
                }
            findings.breach(
                code, variant, because: "certInfo cannot be read: \(error)", at: place(error.offset))
            findings.skip(
                .tpmMagic, .tpmType, .tpmExtraData, .tpmAttestedName,
                because: "certInfo could not be read")
            return nil
        }
    }

    private func expect(
        _ code: RuleCode, _ isRight: Bool, _ because: String, expected: UInt64, actual: UInt64, offset: Int,
        _ findings: inout FindingList
    ) -> Bool {
        guard !isRight else {
            findings.pass(code)
            return true
        }
        findings.breach(
            code, "other", because: because, expected: .text("0x" + String(expected, radix: 16)),
            actual: .text("0x" + String(actual, radix: 16)), at: place(offset))
        return false
    }

    private func checkExtraData(
        _ attest: TPMAttest, _ hash: HashAlgorithm?, _ message: [UInt8]?, _ findings: inout FindingList
    ) -> Bool {
        guard let message else {
            findings.skip(.tpmExtraData, because: "there is no client data that it could be of")
            return false
        }
        guard let hash else {
            findings.skip(.tpmExtraData, because: "with which hash it was made is not known")
            return false
        }
        let expected = Digest.hash(message, hash)
        guard attest.extraData == expected else {
            let other = HashAlgorithm.allCases.first { Digest.hash(message, $0) == attest.extraData }
            findings.breach(
                .tpmExtraData, "other",
                because: "extraData is not the hash of authenticator data and hash of the client data",
                expected: .bytes(expected), actual: .bytes(attest.extraData),
                at: place(10 + attest.qualifiedSigner.count),
                hint: other.map { "It is their hash by \($0.rawValue), but alg hashes by \(hash.rawValue)." })
            return false
        }
        findings.pass(.tpmExtraData)
        return true
    }

    private func checkName(
        _ attest: TPMAttest, _ pubArea: [UInt8], _ algorithm: TPMAlgorithm?, _ findings: inout FindingList
    ) -> Bool {
        guard case .certifyInfo(let name, _) = attest.attested else {
            findings.skip(
                .tpmAttested, .tpmAttestedName, because: "another type of attestation attests no name")
            return false
        }
        findings.pass(.tpmAttested)
        guard let algorithm else {
            findings.skip(.tpmAttestedName, because: "pubArea could not be read")
            return false
        }
        // 25 bytes of fixed length stand between extraData and the name's length.
        let place = place(10 + attest.qualifiedSigner.count + attest.extraData.count + 25 + 2)
        guard let expected = algorithm.name(ofPublicArea: pubArea) else {
            findings.breach(
                .tpmAttestedName, "unknownAlgorithm",
                because: "pubArea's name algorithm \(algorithm) is no hash that is known here", at: place)
            return false
        }
        guard name == expected else {
            let isOfOther = !name.starts(with: expected.prefix(2))
            findings.breach(
                .tpmAttestedName, isOfOther ? "otherAlgorithm" : "other",
                because: isOfOther
                    ? "the attested name is of another algorithm than pubArea's \(algorithm)"
                    : "the attested name is not that of pubArea",
                expected: .bytes(expected), actual: .bytes(name), at: place)
            return false
        }
        findings.pass(.tpmAttestedName)
        return true
    }
}
