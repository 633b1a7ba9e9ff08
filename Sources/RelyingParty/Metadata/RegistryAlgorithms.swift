internal import COSE

/// The authentication algorithms of the FIDO Registry of Predefined Values, in COSE's numbers.
enum RegistryAlgorithms {
    /// Raw and DER differ in how UAF writes a signature; COSE has one form.
    private static let words: [String: [COSEAlgorithm]] = [
        "secp256r1_ecdsa_sha256_raw": [.es256, .esp256], "secp256r1_ecdsa_sha256_der": [.es256, .esp256],
        "secp256k1_ecdsa_sha256_raw": [.es256k], "secp256k1_ecdsa_sha256_der": [.es256k],
        "secp384r1_ecdsa_sha384_raw": [.es384, .esp384],
        // The registry's own spelling of P-521 with SHA-512, and the one that is meant.
        "secp512r1_ecdsa_sha256_raw": [.es512, .esp512], "secp521r1_ecdsa_sha512_raw": [.es512, .esp512],
        "ed25519_eddsa_sha512_raw": [.edDSA, .ed25519], "ed448_eddsa_sha512_raw": [.ed448],
        "rsassa_pss_sha256_raw": [.ps256], "rsassa_pss_sha256_der": [.ps256],
        "rsassa_pss_sha384_raw": [.ps384], "rsassa_pss_sha512_raw": [.ps512],
        "rsa_emsa_pkcs1_sha256_raw": [.rs256], "rsa_emsa_pkcs1_sha256_der": [.rs256],
        "rsassa_pkcsv15_sha256_raw": [.rs256], "rsassa_pkcsv15_sha384_raw": [.rs384],
        "rsassa_pkcsv15_sha512_raw": [.rs512], "rsassa_pkcsv15_sha1_raw": [.rs1],
        "sm2_sm3_raw": [],
    ]

    /// The algorithms of the words; nil where there is none, or one that is not known and could mean any.
    static func algorithms(_ names: [String]) -> [COSEAlgorithm]? {
        var algorithms: [COSEAlgorithm] = []
        for name in names {
            guard let known = words[name] else { return nil }
            algorithms += known
        }
        return algorithms.isEmpty ? nil : algorithms
    }
}
