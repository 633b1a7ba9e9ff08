public import CBOR

/// An attestation object as parts (§6.5.4): a wire value, in which the format may be any text.
public struct AttestationObject: Hashable, Sendable {
    /// The attestation statement format identifier.
    public var format: String
    /// The attestation statement: a map for every format but `compound`, which has an array.
    public var statement: CBORValue
    /// The authenticator data, as its bytes.
    public var authenticatorData: [UInt8]

    /// Takes the parts as they are.
    public init(format: String, statement: CBORValue, authenticatorData: [UInt8]) {
        self.format = format
        self.statement = statement
        self.authenticatorData = authenticatorData
    }

    /// CTAP2 canonical CBOR: a map of `fmt`, `attStmt`, `authData`.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(authenticatorData.count + 200)
        CBOREncoder.appendMap(count: 3, to: &bytes)
        CBOREncoder.appendText("fmt", to: &bytes)
        CBOREncoder.appendText(format, to: &bytes)
        CBOREncoder.appendText("attStmt", to: &bytes)
        bytes.append(contentsOf: CBOREncoder.encode(statement))
        CBOREncoder.appendText("authData", to: &bytes)
        CBOREncoder.appendBytes(authenticatorData, to: &bytes)
        return bytes
    }
}

/// Why bytes are not an attestation object; offsets count from their start.
public enum AttestationObjectError: Error, Hashable, Sendable {
    /// Not one well-formed CBOR item, or one with forbidden features.
    case notCBOR(CBORError)
    /// A CBOR item, but no map.
    case notMap
    /// `fmt` is missing or not text.
    case format(present: Bool)
    /// `attStmt` is missing, or neither a map nor (for `compound`) an array.
    case statement(present: Bool)
    /// `authData` is missing or not a byte string.
    case authenticatorData(present: Bool)
}

extension AttestationObject {
    /// Decodes the object, and tells what was not canonical in it.
    ///
    /// Real keys write statements with non-canonical order or lengths, so these are listed, not refused;
    /// what is ambiguous (indefinite lengths, duplicate keys, tags, trailing bytes) is refused.
    public static func decode(
        _ bytes: [UInt8]
    ) throws(AttestationObjectError) -> (object: AttestationObject, forgiven: [CBORError]) {
        let decoded: LenientCBOR
        do { decoded = try CBORDecoder.decodeLeniently(bytes) } catch { throw .notCBOR(error) }
        guard decoded.end == bytes.count else {
            throw .notCBOR(.trailingBytes(offset: decoded.end, count: bytes.count - decoded.end))
        }
        guard case .map = decoded.value else { throw .notMap }
        let format = decoded.value[text: "fmt"]
        guard let name = format?.textValue else { throw .format(present: format != nil) }
        let statement = decoded.value[text: "attStmt"]
        switch statement {
        case .map?: break
        case .array? where name == "compound": break
        default: throw .statement(present: statement != nil)
        }
        let data = decoded.value[text: "authData"]
        guard let statement, let authenticatorData = data?.bytesValue else {
            throw .authenticatorData(present: data != nil)
        }
        let object = AttestationObject(
            format: name, statement: statement, authenticatorData: authenticatorData)
        return (object, decoded.forgiven)
    }
}

extension AttestationObjectError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .notCBOR(let error): "the attestation object is not CBOR as required: \(error)"
        case .notMap: "the attestation object is not a CBOR map"
        case .format(let present): "fmt \(present ? "is not text" : "is missing")"
        case .statement(let present): "attStmt \(present ? "is not a map" : "is missing")"
        case .authenticatorData(let present): "authData \(present ? "is not a byte string" : "is missing")"
        }
    }
}
