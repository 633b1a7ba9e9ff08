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
        case prf
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

    /// The vectors of the `prf` extension.
    public let prf: PRFVectors

    /// Key pairs, a credential's secret, and what comes of one or two inputs.
    public struct PRFVectors: Decodable, Sendable {
        /// One exchange.
        public struct Case: Decodable, Sendable, CustomStringConvertible {
            struct Vectors: Decodable {
                let salt: String
                let output: String

                enum CodingKeys: String, CodingKey {
                    case salt = "salt_enc_iv"
                    case output = "output_enc_iv"
                }
            }

            enum CodingKeys: String, CodingKey {
                case name, ivs
                case protocolNumber = "pinUvAuthProtocol"
                case first = "prf_eval_first"
                case second = "prf_eval_second"
                case encryptedSalts = "salt_enc"
                case encryptedOutputs = "output_enc"
                case firstResult = "prf_results_first"
                case secondResult = "prf_results_second"
            }

            private let name: String
            private let ivs: Vectors
            /// The PIN/UV auth protocol.
            public let protocolNumber: Int
            private let first: String
            private let second: String?
            /// saltEnc, hexadecimal.
            public let encryptedSalts: String
            /// The authenticator's output, hexadecimal.
            public let encryptedOutputs: String
            private let firstResult: String
            private let secondResult: String?

            /// The name, for messages.
            public var description: String { name }
            /// What a page asks for: one or two inputs.
            public var inputs: [[UInt8]] { W3CVectors.bytes([first, second]) }
            /// What it gets.
            public var results: [[UInt8]] { W3CVectors.bytes([firstResult, secondResult]) }
            /// The vectors of the client's and the authenticator's encryption.
            public var initializationVectors: [[UInt8]] { W3CVectors.bytes([ivs.salt, ivs.output]) }
        }

        struct Shared: Decodable {
            enum CodingKeys: String, CodingKey {
                case platformKey = "platform_key_agreement_private_key"
                case authenticatorKey = "authenticator_key_agreement_private_key"
                case random = "authenticator_cred_random"
            }
            let platformKey: String
            let authenticatorKey: String
            let random: String
        }

        private let shared: Shared
        /// All 3.
        public let cases: [Case]

        /// The private keys of platform and authenticator, and CredRandom.
        public var secrets: [[UInt8]] {
            W3CVectors.bytes([shared.platformKey, shared.authenticatorKey, shared.random])
        }
    }

    private static func bytes(_ texts: [String?]) -> [[UInt8]] {
        texts.compactMap { $0.flatMap { try? Hex.decode($0) } }
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
