import Bytes
import CBOR
import COSE
import Cryptography
import FuzzSupport
import WebAuthnModel

@main enum Fuzz {
    static func main() { run(fuzzAuthenticatorData) }
}

/// The parts of authenticator data add up to the bytes, field by field; so do those of attestation objects and keys.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAuthenticatorData(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    checkAuthenticatorData(bytes)
    checkAttestationObject(bytes)
    checkKey(bytes)
    return 0
}

private func checkAuthenticatorData(_ bytes: [UInt8]) {
    let header = try? AuthenticatorData.header(of: bytes)
    hold((header != nil) == (bytes.count >= 37), "37 bytes are a header")
    let data: AuthenticatorData
    let layout: AuthenticatorDataLayout
    do throws(AuthenticatorDataError) { (data, layout) = try AuthenticatorData.decode(bytes) } catch {
        hold((0...bytes.count).contains(offset(of: error)), "an error lies within the bytes: \(error)")
        hold(!error.description.isEmpty, "an error has a description")
        return
    }
    hold(data.encoded == bytes, "encode(decode(x)) == x")
    hold(data.rpIDHash == Array(bytes[..<32]), "the first 32 bytes are the hash of the RP ID")
    hold(data.flags.rawValue == bytes[32], "byte 32 is the flags")
    let count = bytes[33..<37].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    hold(data.signCount == count, "bytes 33 to 36 are the counter, big-endian")
    hold(header?.flags == data.flags && header?.signCount == count, "the header is that of the whole")
    checkLayout(data, layout, bytes)
    hold((try? AuthenticatorData.decode(bytes.dropLast())) == nil, "without its last byte it is refused")
    do throws(AuthenticatorDataError) {
        _ = try AuthenticatorData.decode(bytes + [0])
        hold(false, "a byte after the end is refused")
    } catch {
        hold(
            error == .trailingBytes(offset: bytes.count, count: 1), "a byte after the end is named: \(error)")
    }
}

private func checkLayout(_ data: AuthenticatorData, _ layout: AuthenticatorDataLayout, _ bytes: [UInt8]) {
    var end = 37
    let attested = data.attestedCredentialData
    hold(
        (attested != nil) == data.flags.contains(.attestedCredentialData),
        "AT says whether there is a credential")
    hold(
        (data.extensions != nil) == data.flags.contains(.extensionData),
        "ED says whether there are extensions")
    if let attested {
        hold(attested.aaguid.bytes.bytes == Array(bytes[37..<53]), "bytes 37 to 52 are the AAGUID")
        hold(attested.credentialID.count == Int(bytes[53]) << 8 | Int(bytes[54]), "the ID has its length")
        end = 55 + attested.credentialID.count
        hold(layout.credentialID == 55..<end, "the ID lies after its length")
        hold(attested.credentialID == Array(bytes[55..<end]), "the ID is its bytes")
        let key = end..<end + attested.credentialPublicKey.count
        hold(layout.credentialPublicKey == key, "the key lies after the ID")
        hold(attested.credentialPublicKey == Array(bytes[key]), "the key is its bytes")
        let value = try? CBORDecoder.decode(attested.credentialPublicKey)
        hold(value?.mapValue != nil, "the key is one canonical map")
        checkKey(attested.credentialPublicKey)
        end = key.upperBound
    } else {
        hold(
            layout.credentialID == nil && layout.credentialPublicKey == nil, "no credential, no place for it")
    }
    if let extensions = data.extensions {
        hold(layout.extensions == end..<bytes.count, "extensions lie after the rest and end it")
        hold(extensions == Array(bytes[end...]), "extensions are their bytes")
        hold((try? CBORDecoder.decode(extensions))?.mapValue != nil, "extensions are one canonical map")
    } else {
        hold(layout.extensions == nil && end == bytes.count, "the lengths add up to the input")
    }
}

private func checkAttestationObject(_ bytes: [UInt8]) {
    let object: AttestationObject
    let forgiven: [CBORError]
    do throws(AttestationObjectError) { (object, forgiven) = try AttestationObject.decode(bytes) } catch {
        hold(!error.description.isEmpty, "an error has a description")
        return
    }
    hold(forgiven.allSatisfy { (0..<bytes.count).contains($0.offset) }, "faults lie within the object")
    let encoded = object.encoded
    guard let (again, faults) = try? AttestationObject.decode(encoded) else {
        return hold(false, "an object that was written is read")
    }
    hold(again == object || !isSorted(object.statement), "decode(encode(o)) == o")
    hold(faults.isEmpty, "an object that was written is canonical")
    hold(encoded.count <= bytes.count, "the canonical form is not longer")
    // Equal length means that there was no member beside the three.
    if forgiven.isEmpty, encoded.count == bytes.count { hold(encoded == bytes, "encode(decode(x)) == x") }
    if let statement = try? PackedStatement(object.statement) {
        hold(
            (try? PackedStatement(statement.cbor)) == statement, "a packed statement can be written and read")
    }
}

private func isSorted(_ value: CBORValue) -> Bool {
    CBOREncoder.encode(value) == CBOREncoder.encodeAsWritten(value)
}

private func checkKey(_ bytes: [UInt8]) {
    let key: COSEKey
    do throws(COSEError) { key = try COSEKey(decoding: bytes) } catch {
        hold(!error.description.isEmpty, "an error has a description")
        return
    }
    let encoded = key.encoded
    let again = try? COSEKey(decoding: encoded)
    hold(
        again?.material == key.material && again?.algorithm == key.algorithm, "a key can be written and read")
    hold(again?.unknownLabels == [], "a key is written without strangers")
    if key.unknownLabels.isEmpty { hold(encoded == bytes, "encode(decode(key)) == key") }
    if let publicKey = key.publicKey {
        let info = publicKey.subjectPublicKeyInfo
        hold((try? PublicKey(subjectPublicKeyInfo: info)) == publicKey, "a key survives SubjectPublicKeyInfo")
    }
}

private func offset(of error: AuthenticatorDataError) -> Int {
    switch error {
    case .tooShort(let length): length
    case .attestedCredentialDataTruncated(let offset), .credentialIDOverrun(let offset, _, _),
        .credentialPublicKeyNotMap(let offset), .extensionsNotMap(let offset), .trailingBytes(let offset, _):
        offset
    case .credentialPublicKey(let error), .extensions(let error): error.offset
    }
}
