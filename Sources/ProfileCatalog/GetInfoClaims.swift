internal import Authenticator
internal import Bytes
internal import COSE
internal import CTAP
internal import JSON
internal import WebAuthnModel

/// What a model answers to getInfo, by the members' names: those that the device can repeat, and the rest.
struct GetInfoClaims {
    var response = GetInfoResponse(versions: [], aaguid: .zero)
    var unmodelled: [WithheldClaim] = []
    /// Nil when it could not be read.
    private(set) var aaguid: AAGUID?

    /// Reads all members; what is wrong with one is the reader's to tell, and the others are there all the same.
    init?(reading element: JSONElement, with reader: inout ProfileReader) {
        let members = GetInfoMember.allCases
        guard let object = reader.object(element, members: members.map(\.rawValue)) else { return nil }
        _ = reader.required("versions", in: object, "at least one version")
        _ = reader.required("aaguid", in: object, "the same as the profile's")
        for member in members {
            guard let element = object[member.rawValue] else { continue }
            if !readModelled(member, element, &reader) { readRest(member, element, &reader) }
        }
    }

    /// A range for what counts things or bytes.
    private static let positive = 1...Int.max

    /// False for a member that the response has no place for.
    private mutating func readModelled(
        _ member: GetInfoMember, _ element: JSONElement, _ reader: inout ProfileReader
    ) -> Bool {
        switch member {
        case .versions: response.versions = reader.texts(element, notEmpty: true) ?? []
        case .extensions: response.extensions = reader.texts(element) ?? []
        case .aaguid:
            aaguid = reader.aaguid(element)
            response.aaguid = aaguid ?? .zero
        case .options: response.options = options(element, &reader)
        // 1024 bytes is what every device takes (CTAP 2.2 §6.4).
        case .maxMsgSize: response.maxMsgSize = reader.integer(element, in: 1024...Int.max)
        case .pinUvAuthProtocols:
            response.pinUvAuthProtocols = reader.list(element) { $0.integer($1, in: Self.positive) } ?? []
        case .maxCredentialCountInList:
            response.maxCredentialCountInList = reader.integer(element, in: Self.positive)
        case .maxCredentialIdLength:
            response.maxCredentialIDLength = reader.integer(element, in: Self.positive)
        case .transports:
            response.transports = (reader.texts(element) ?? []).map(AuthenticatorTransport.init(rawValue:))
        case .algorithms: response.algorithms = reader.list(element) { $0.algorithm($1) } ?? []
        // CTAP 2.2 §6.4: an array of 1024 bytes and a blob of 32 are the least.
        case .maxSerializedLargeBlobArray:
            response.maxSerializedLargeBlobArray = reader.integer(element, in: 1024...Int.max)
        case .maxCredBlobLength: response.maxCredBlobLength = reader.integer(element, in: 32...Int.max)
        case .forcePINChange: response.forcePINChange = reader.bool(element)
        case .minPINLength: response.minPINLength = reader.integer(element, in: 4...63)
        case .firmwareVersion: response.firmwareVersion = reader.integer(element, in: 0...Int.max)
        case .preferredPlatformUvAttempts:
            response.preferredPlatformUvAttempts = reader.integer(element, in: Self.positive)
        case .uvModality: response.uvModality = reader.integer(element, in: 0...Int.max)
        case .remainingDiscoverableCredentials:
            response.remainingDiscoverableCredentials = reader.integer(element, in: 0...Int.max)
        case .attestationFormats: response.attestationFormats = reader.texts(element) ?? []
        case .maxPINLength: response.maxPINLength = reader.integer(element, in: 8...63)
        default: return false
        }
        return true
    }

    private mutating func readRest(
        _ member: GetInfoMember, _ element: JSONElement, _ reader: inout ProfileReader
    ) {
        let values: [String]
        switch member {
        case .certifications: values = certifications(element, &reader)
        case .transportsForReset: values = reader.texts(element) ?? []
        case .vendorPrototypeConfigCommands, .authenticatorConfigCommands:
            values = (reader.list(element) { $0.integer($1, in: 0...Int.max) } ?? []).map { "\($0)" }
        case .longTouchForReset, .pinComplexityPolicy: values = reader.bool(element).map { ["\($0)"] } ?? []
        case .encIdentifier, .encCredStoreState, .pinComplexityPolicyURL: values = bytes(element, &reader)
        default: values = reader.integer(element, in: 0...Int.max).map { ["\($0)"] } ?? []
        }
        unmodelled += values.map { WithheldClaim(member: member, value: $0) }
    }

    private func options(_ element: JSONElement, _ reader: inout ProfileReader) -> [String: Bool] {
        var options: [String: Bool] = [:]
        guard element.kind == .object else {
            reader.complain(element, "not an object", "options by name, each true or false")
            return [:]
        }
        for (name, value) in element.members { options[name] = reader.bool(value) }
        return options
    }

    private func certifications(_ element: JSONElement, _ reader: inout ProfileReader) -> [String] {
        guard element.kind == .object else {
            reader.complain(element, "not an object", "certification levels by name")
            return []
        }
        var levels: [String] = []
        for (name, value) in element.members {
            if let level = reader.integer(value, in: 0...Int.max) { levels.append("\(name): \(level)") }
        }
        return levels
    }

    /// In metadata, bytes are hexadecimal text, or nothing where they differ from device to device.
    private func bytes(_ element: JSONElement, _ reader: inout ProfileReader) -> [String] {
        guard let text = element.string, (try? Hex.decode(text)) != nil else {
            reader.complain(
                element, "\(ProfileReader.raw(element)) is not hexadecimal", "bytes, two digits each")
            return []
        }
        return [text]
    }
}

extension ProfileReader {
    /// PublicKeyCredentialParameters.
    fileprivate mutating func algorithm(_ element: JSONElement) -> COSEAlgorithm? {
        guard let object = object(element, members: ["type", "alg"]) else { return nil }
        let type = required("type", in: object, "public-key").flatMap { text($0) }
        let number = required("alg", in: object, "a COSE algorithm number")
            .flatMap { integer($0, in: Int.min...Int.max) }
        if let type, type != "public-key" {
            complain(at: object.pointer + "/type", "no such type of credential", "public-key")
            return nil
        }
        return type == nil ? nil : number.map(COSEAlgorithm.init(rawValue:))
    }
}
