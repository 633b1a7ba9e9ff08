internal import CBOR

/// Names of the registries "COSE Key Types" and "COSE Elliptic Curves".
enum COSENames {
    static let keyTypes: [Int: String] = [
        1: "OKP", 2: "EC2", 3: "RSA", 4: "Symmetric", 5: "HSS-LMS", 6: "WalnutDSA", 7: "AKP",
    ]
    static let curves: [Int: String] = [
        1: "P-256", 2: "P-384", 3: "P-521", 4: "X25519", 5: "X448", 6: "Ed25519", 7: "Ed448", 8: "secp256k1",
    ]
}
