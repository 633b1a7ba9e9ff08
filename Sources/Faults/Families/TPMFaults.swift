internal import CBOR
internal import Cryptography
internal import WebAuthnModel

/// Statements of format `tpm` (WebAuthn Level 3 §8.3).
extension Fault {
    private static let stated = FaultFamily(
        .statement, signs: .notCovered, where: .ceremony(.create), .format("tpm"))
    private static let signed = FaultFamily(
        .statement, signs: .overTheLie, where: .ceremony(.create), .format("tpm"))

    static let tpmFaults: [Fault] = [
        stated(.tpmStatement, "empty", "The TPM statement is empty.", .statement { $0 = .map([]) }),
        stated(
            .tpmVersion, "other", "The statement is of TPM 1.2.", .statementMember("ver", "1.2")),
        stated(
            .tpmVersion, "missing", "The statement names no version of the TPM.",
            .statementMember("ver", nil)),
        stated(
            .tpmAlgorithm, "otherThanKey", "The algorithm is not one of the key that signed.",
            .statementMember("alg", -257)),
        stated(
            .tpmAlgorithm, "notInteger", "The algorithm is a text.", .statementMember("alg", "ES256")),
        stated(
            .tpmCertificates, "missing", "The statement has no certificates.", .statementMember("x5c", nil)),
        stated(
            .tpmCertificates, "empty", "x5c is an empty array.", .statementMember("x5c", .array([]))),
        FaultFamily(.statement, signs: .broken, where: .ceremony(.create), .format("tpm"))(
            .tpmSignature, "other", "One bit of the signature is wrong.",
            .statementSignature { $0.dropLast() + $0.suffix(1).map { $0 ^ 1 } }),
        stated(
            .tpmSignature, "missing", "The statement has no signature.", .statementMember("sig", nil)),
        signed(
            .tpmMagic, "other", "What is signed does not begin as everything does that a TPM attests.",
            .tpm { $0.attest.magic = 0xFF54_4346 }),
        signed(
            .tpmType, "other", "The TPM attests its clock instead of a key.",
            .tpm { $0.attest.type = 0x8019 }),
        signed(
            .tpmAttested, "type", "The type says that a key is attested, and no key's name follows.",
            .tpm { $0.attest.attested = .other([]) }),
        signed(
            .tpmExtraData, "other", "The TPM attested for another ceremony.",
            .tpm { $0.attest.extraData = Digest.sha256(Array("another ceremony".utf8)) }),
        signed(
            .tpmAttestedName, "other", "The TPM attests another key than the one described.",
            .tpm { tpm in
                guard case .certifyInfo(let name, let qualified) = tpm.attest.attested else { return }
                tpm.attest.attested = .certifyInfo(
                    name: name.dropLast() + name.suffix(1).map { $0 ^ 1 }, qualifiedName: qualified)
            }),
        signed(
            .tpmCertInfo, "trailing", "A byte follows what the TPM attests.", .tpm { $0.tail = [0] }),
        stated(
            .tpmCertInfo, "missing", "The statement lacks what the TPM attests.",
            .statementMember("certInfo", nil)),
        signed(
            .tpmPublicArea, "trailing", "A byte follows the description of the key.",
            .tpm { $0.setArea($0.pubArea + [0]) }),
        stated(
            .tpmPublicArea, "missing", "The statement lacks the description of the key.",
            .statementMember("pubArea", nil)),
        signed(
            .tpmUnique, "other", "The description is of another key.",
            .tpm {
                $0.editArea { area in
                    switch area.key {
                    case .rsa(let bits, let exponent, let modulus):
                        area.key = .rsa(keyBits: bits, exponent: exponent, modulus: lastBitOf(modulus))
                    case .ecc(let curve, let kdf, let x, let y):
                        area.key = .ecc(curve: curve, kdf: kdf, x: lastBitOf(x), y: y)
                    }
                }
            }),
        signed(
            .tpmParameters, "other", "The description is of a key of another size or curve.",
            .tpm {
                $0.editArea { area in
                    switch area.key {
                    case .rsa(let bits, _, let modulus):
                        area.key = .rsa(keyBits: bits, exponent: 3, modulus: modulus)
                    case .ecc(let curve, let kdf, let x, let y):
                        area.key = .ecc(
                            curve: curve == .nistP256 ? .nistP384 : .nistP256, kdf: kdf, x: x, y: y)
                    }
                }
            }),
    ]

    private static func lastBitOf(_ number: [UInt8]) -> [UInt8] {
        number.dropLast() + number.suffix(1).map { $0 ^ 1 }
    }
}
