internal import Bytes
internal import Foundation

/// The test vectors of WebAuthn Level 3 §16, and the certificate of their attestation authority.
public struct W3CVectors: Decodable, Sendable {
    /// One pair of ceremonies.
    public struct Vector: Decodable, Sendable, CustomStringConvertible {
        struct Algorithm: Decodable { let cose: Int }
        /// The label, `packed.ES256` for example.
        public let name: String
        /// The attestation statement format.
        public let format: String
        private let algorithm: Algorithm
        /// Whether the caller was cross-origin.
        public let crossOrigin: Bool
        /// The top-level origin, where there is one.
        public let topOrigin: String?
        private let registration: [String: String]
        private let authentication: [String: String]

        /// The COSE algorithm number.
        public var coseAlgorithm: Int { algorithm.cose }
        /// The name, for messages.
        public var description: String { name }

        /// A byte string of the registration; nil where the vector has none of that name.
        public func registration(_ member: String) -> [UInt8]? { Self.bytes(registration[member]) }
        /// A byte string of the authentication.
        public func authentication(_ member: String) -> [UInt8]? { Self.bytes(authentication[member]) }

        private static func bytes(_ hex: String?) -> [UInt8]? { hex.flatMap { try? Hex.decode($0) } }
    }

    struct Authority: Decodable {
        let key: String
        let serialNumber: String
        let certificate: String

        enum CodingKeys: String, CodingKey {
            case key = "attestation_ca_key"
            case serialNumber = "attestation_ca_serial_number"
            case certificate = "attestation_ca_cert"
        }
    }

    enum CodingKeys: String, CodingKey {
        case authority = "attestation_ca"
        case vectors
        case compound = "extra_not_w3c"
    }

    private let authority: Authority
    /// All 15.
    public let vectors: [Vector]

    /// Compound statements, which the specification has no vectors of, made in the same manner.
    public let compound: Compound

    /// One registration with several attestation objects.
    public struct Compound: Decodable, Sendable {
        /// One of the objects.
        public struct Case: Decodable, Sendable {
            enum CodingKeys: String, CodingKey {
                case name, expected
                case object = "attestationObject"
            }

            /// What is special about it.
            public let name: String
            private let expected: String
            private let object: String

            /// Whether a verifier takes it where all statements must be correct.
            public var isAccepted: Bool { expected == "accept" }
            /// The attestation object.
            public var attestationObject: [UInt8] { (try? Hex.decode(object)) ?? [] }
        }

        enum CodingKeys: String, CodingKey {
            case cases
            case clientData = "clientDataJSON"
            case challengeText = "challenge"
            case credentialKeyText = "credential_private_key"
            case attestationKeyText = "attestation_private_key"
        }

        private let clientData: String
        private let challengeText: String
        private let credentialKeyText: String
        private let attestationKeyText: String
        /// All 7.
        public let cases: [Case]

        /// The client data of all.
        public var clientDataJSON: [UInt8] { (try? Hex.decode(clientData)) ?? [] }
        /// The challenge of all.
        public var challenge: [UInt8] { (try? Hex.decode(challengeText)) ?? [] }
        /// The credential's private key, of all.
        public var credentialKey: [UInt8] { (try? Hex.decode(credentialKeyText)) ?? [] }
        /// The key that the certificate vouches for, of all.
        public var attestationKey: [UInt8] { (try? Hex.decode(attestationKeyText)) ?? [] }
    }

    /// The RP ID of every vector.
    public static let rpID = "example.org"
    /// The origin of every vector.
    public static let origin = "https://example.org"

    /// The authority's key, serial number and certificate (DER).
    public var authorityKey: [UInt8] { (try? Hex.decode(authority.key)) ?? [] }
    /// The serial number of the authority's certificate.
    public var authoritySerial: [UInt8] {
        (try? Hex.decode(authority.serialNumber)) ?? []
    }
    /// The authority's certificate, DER.
    public var authorityCertificate: [UInt8] { (try? Hex.decode(authority.certificate)) ?? [] }

    /// Reads the file; a test that finds fewer than 15 vectors must fail.
    public static func load() throws -> W3CVectors {
        let url = Bundle.module.bundleURL.appending(path: "Data/w3c-vectors.json")
        return try JSONDecoder().decode(W3CVectors.self, from: Data(contentsOf: url))
    }

    /// The vectors for a parameterised test.
    public static let all: [Vector] = (try? load().vectors) ?? []
}
