internal import Cryptography

/// The names of object identifiers that certificates and keys of this field hold.
enum OIDNames {
    /// The dotted form, and the name where there is one.
    static func describe(_ oid: OID) -> String { names[oid].map { "\(oid) \($0)" } ?? "\(oid)" }

    /// The name; nil for an identifier that is not known here.
    static func name(_ oid: OID) -> String? { names[oid] }

    /// Android's KeyDescription
    /// (<https://source.android.com/docs/security/features/keystore/attestation>).
    static let androidKeyDescription: OID = "1.3.6.1.4.1.11129.2.1.17"
    /// The AAGUID extension (WebAuthn Level 3 §8.2.1).
    static let fidoAAGUID: OID = "1.3.6.1.4.1.45724.1.1.4"
    /// The transports extension of U2F (FIDO U2F Authenticator Transports Extension).
    static let fidoTransports: OID = "1.3.6.1.4.1.45724.2.1.1"
    /// The nonce of Apple's anonymous attestation (WebAuthn Level 3 §8.8).
    static let appleNonce: OID = "1.2.840.113635.100.8.2"

    private static let names: [OID: String] = [
        // Attributes of names.
        .commonName: "commonName", .country: "countryName", .locality: "localityName",
        .stateOrProvince: "stateOrProvinceName", .organization: "organizationName",
        .organizationalUnit: "organizationalUnitName", .deviceSerialNumber: "serialNumber",
        .emailAddress: "emailAddress", "2.5.4.4": "surname", "2.5.4.9": "streetAddress", "2.5.4.12": "title",
        "2.5.4.42": "givenName", "2.5.4.97": "organizationIdentifier",
        "0.9.2342.19200300.100.1.1": "userId", "0.9.2342.19200300.100.1.25": "domainComponent",
        "2.23.133.2.1": "tpmManufacturer", "2.23.133.2.2": "tpmModel", "2.23.133.2.3": "tpmVersion",
        // Extensions.
        .subjectKeyIdentifier: "subjectKeyIdentifier", .keyUsage: "keyUsage",
        .subjectAlternativeName: "subjectAltName", "2.5.29.18": "issuerAltName",
        .basicConstraints: "basicConstraints", "2.5.29.30": "nameConstraints",
        "2.5.29.31": "cRLDistributionPoints", .certificatePolicies: "certificatePolicies",
        .authorityKeyIdentifier: "authorityKeyIdentifier", .extendedKeyUsage: "extKeyUsage",
        "2.5.29.32.0": "anyPolicy", "1.3.6.1.5.5.7.1.1": "authorityInfoAccess",
        "1.3.6.1.5.5.7.48.1": "ocsp", "1.3.6.1.5.5.7.48.2": "caIssuers", "1.3.6.1.5.5.7.2.1": "cps",
        "1.3.6.1.4.1.311.21.10": "applicationCertPolicies",
        fidoAAGUID: "id-fido-gen-ce-aaguid", fidoTransports: "fidoU2FTransports",
        "1.3.6.1.4.1.45724.1.1.2": "id-fido-gen-ce-sernum", androidKeyDescription: "KeyDescription (Android)",
        "1.3.6.1.4.1.11129.2.1.30": "ProvisioningInfo (Android)", appleNonce: "Apple anonymous attestation",
        "1.3.6.1.4.1.41482.2": "Yubico device identifier",
        "1.3.6.1.4.1.41482.3.3": "YubiKey firmware version",
        // Purposes.
        "1.3.6.1.5.5.7.3.1": "serverAuth", "1.3.6.1.5.5.7.3.2": "clientAuth",
        "1.3.6.1.5.5.7.3.3": "codeSigning", "1.3.6.1.5.5.7.3.4": "emailProtection",
        "1.3.6.1.5.5.7.3.8": "timeStamping", "1.3.6.1.5.5.7.3.9": "OCSPSigning",
        "2.5.29.37.0": "anyExtendedKeyUsage", "2.23.133.8.3": "tcg-kp-AIKCertificate",
        "2.23.133.8.1": "tcg-kp-EKCertificate",
        // Keys and curves.
        .ecPublicKey: "id-ecPublicKey", .rsaEncryption: "rsaEncryption", "1.2.840.10045.3.1.7": "P-256",
        "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521", "1.3.132.0.10": "secp256k1",
        "1.3.101.112": "Ed25519", "1.3.101.113": "Ed448", "1.3.101.110": "X25519", "1.3.101.111": "X448",
        "2.16.840.1.101.3.4.3.17": "ML-DSA-44", "2.16.840.1.101.3.4.3.18": "ML-DSA-65",
        "2.16.840.1.101.3.4.3.19": "ML-DSA-87",
        // Signatures and digests.
        "1.2.840.10045.4.1": "ecdsa-with-SHA1", "1.2.840.10045.4.3.1": "ecdsa-with-SHA224",
        "1.2.840.10045.4.3.2": "ecdsa-with-SHA256", "1.2.840.10045.4.3.3": "ecdsa-with-SHA384",
        "1.2.840.10045.4.3.4": "ecdsa-with-SHA512", "1.2.840.113549.1.1.5": "sha1WithRSAEncryption",
        "1.2.840.113549.1.1.8": "mgf1", "1.2.840.113549.1.1.10": "RSASSA-PSS",
        "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
        "1.2.840.113549.1.1.12": "sha384WithRSAEncryption",
        "1.2.840.113549.1.1.13": "sha512WithRSAEncryption", "1.3.14.3.2.26": "SHA-1",
        "2.16.840.1.101.3.4.2.1": "SHA-256", "2.16.840.1.101.3.4.2.2": "SHA-384",
        "2.16.840.1.101.3.4.2.3": "SHA-512",
    ]
}
