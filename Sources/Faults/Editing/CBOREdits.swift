internal import Authenticator
internal import CBOR
internal import WebAuthnModel

extension CBORValue {
    /// Replaces what a key of a map stands for, or adds the pair at the end; nil takes it away.
    mutating func set(_ key: CBORValue, _ value: CBORValue?) {
        guard case .map(var pairs) = self else { return }
        let place = pairs.firstIndex { $0.key == key }
        switch (place, value) {
        case (let place?, let value?): pairs[place].value = value
        case (let place?, nil): pairs.remove(at: place)
        case (nil, let value?): pairs.append(CBORPair(key, value))
        case (nil, nil): return
        }
        self = .map(pairs)
    }
}

/// Ways of writing a map that canonical CBOR forbids; each takes canonical bytes.
enum UncanonicalMap {
    /// The number of pairs in two bytes where one would do.
    static func longHead(_ bytes: [UInt8]) -> [UInt8] {
        guard let head = bytes.first, head >> 5 == 5, head & 0x1F < 24 else { return bytes }
        return [0xB8, head & 0x1F] + bytes.dropFirst()
    }

    /// The pairs the other way round.
    static func reversed(_ bytes: [UInt8]) -> [UInt8] {
        guard let item = try? CBORDecoder.decodePrefixLeniently(bytes, from: 0),
            case .map(let pairs) = item.value
        else { return bytes }
        return CBOREncoder.encodeAsWritten(.map(pairs.reversed())) + bytes[item.end...]
    }

    /// A map without a number of pairs, up to a break.
    static func indefinite(_ bytes: [UInt8]) -> [UInt8] {
        guard let head = bytes.first, head >> 5 == 5, head & 0x1F < 24 else { return bytes }
        return [0xBF] + bytes.dropFirst() + [0xFF]
    }

    /// The first pair twice.
    static func repeated(_ bytes: [UInt8]) -> [UInt8] {
        guard let item = try? CBORDecoder.decodePrefixLeniently(bytes, from: 0),
            case .map(let pairs) = item.value, let first = pairs.first
        else { return bytes }
        return CBOREncoder.encodeAsWritten(.map([first] + pairs)) + bytes[item.end...]
    }
}

extension FaultEdit {
    /// Changes the credential public key as a map, which is then written canonically.
    static func keyMap(_ edit: @escaping @Sendable (inout CBORValue) -> Void) -> FaultEdit {
        .credentialKey { bytes in
            guard var value = try? CBORDecoder.decode(bytes) else { return }
            edit(&value)
            bytes = CBOREncoder.encode(value)
        }
    }

    /// Changes a member of the credential public key; nil takes it away.
    static func keyMember(_ label: Int, _ value: CBORValue?) -> FaultEdit {
        .keyMap { $0.set(CBORValue(integer: label), value) }
    }

    /// Changes a byte string of the credential public key.
    static func keyBytes(
        _ label: Int, _ edit: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> FaultEdit {
        .keyMap { map in
            guard let bytes = map[integer: label]?.bytesValue else { return }
            map.set(CBORValue(integer: label), .bytes(edit(bytes)))
        }
    }

    /// Changes an attestation statement, leaving its signature as it is.
    static func statement(_ edit: @escaping @Sendable (inout CBORValue) -> Void) -> FaultEdit {
        .attestation { (attestation, _) throws(AttestationError) in edit(&attestation.statement) }
    }

    /// Changes a member of an attestation statement; nil takes it away.
    static func statementMember(_ name: String, _ value: CBORValue?) -> FaultEdit {
        .statement { $0.set(.text(name), value) }
    }

    /// Changes the signature in an attestation statement.
    static func statementSignature(_ edit: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultEdit {
        .statement { statement in
            guard let signature = statement[text: "sig"]?.bytesValue else { return }
            statement.set("sig", .bytes(edit(signature)))
        }
    }
}
