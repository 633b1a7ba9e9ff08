import Cryptography
import FuzzSupport
import JSON
import WebAuthnModel

@main enum Fuzz {
    static func main() { run(fuzzStructures) }
}

/// What lies within attestation statements and is not CBOR; the first byte says which structure the rest is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStructures(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(input(start, count))
    let structure = choices.byte() % 6
    let bytes = choices.rest
    switch structure {
    case 0: checkCertInfo(bytes)
    case 1: checkPubArea(bytes)
    case 2: checkKeyDescription(bytes)
    case 3: checkJWS(bytes)
    case 4: checkPayload(bytes)
    default: checkNonce(bytes)
    }
    return 0
}

// MARK: TPM

private func checkCertInfo(_ bytes: [UInt8]) {
    let info: TPMAttest
    do throws(TPMStructureError) { info = try TPMAttest(decoding: bytes) } catch {
        return check(error, in: bytes)
    }
    hold(info.encoded == bytes, "encode(decode(certInfo)) == certInfo")
    guard case .certifyInfo(let name, let qualifiedName) = info.attested else {
        return hold(info.type != TPMAttest.certify, "a certification is read to its end")
    }
    let sizes = [info.qualifiedSigner, info.extraData, name, qualifiedName].reduce(0) { $0 + 2 + $1.count }
    hold(bytes.count == 4 + 2 + 17 + 8 + sizes, "the lengths add up")
    hold((try? TPMAttest(decoding: bytes.dropLast())) == nil, "without its last byte it is refused")
    do throws(TPMStructureError) {
        _ = try TPMAttest(decoding: bytes + [0])
        hold(false, "a byte after the end is refused")
    } catch { hold(error == .trailingBytes(offset: bytes.count, count: 1), "a byte after the end is named") }
}

private func checkPubArea(_ bytes: [UInt8]) {
    let area: TPMPublicArea
    do throws(TPMStructureError) { area = try TPMPublicArea(decoding: bytes) } catch {
        return check(error, in: bytes)
    }
    // TPM_ALG_NULL is the one way to say that there is no scheme, so that nothing is lost.
    hold(area.encoded == bytes, "encode(decode(pubArea)) == pubArea")
    hold((try? TPMPublicArea(decoding: bytes.dropLast())) == nil, "without its last byte it is refused")
    hold((try? TPMPublicArea(decoding: bytes + [0])) == nil, "a byte after the end is refused")
    if let name = area.nameAlgorithm.name(ofPublicArea: bytes), let hash = area.nameAlgorithm.hash {
        hold(name == [0, UInt8(area.nameAlgorithm.rawValue)] + Digest.hash(bytes, hash), "a Name")
    }
}

private func check(_ error: TPMStructureError, in bytes: [UInt8]) {
    hold((0...bytes.count).contains(error.offset), "an error lies within the bytes: \(error)")
    hold(!error.description.isEmpty, "an error has a description")
    if case .truncated(_, let offset, let wanted, let available) = error {
        hold(offset + available == bytes.count && available < wanted, "what is missing is counted")
    }
}

// MARK: Extensions of certificates

private func checkKeyDescription(_ bytes: [UInt8]) {
    guard let description = read(bytes, KeyDescription.init(der:)) else { return }
    let encoded = description.encoded
    guard let again = try? KeyDescription(der: encoded) else {
        return hold(false, "a key description that was written is read")
    }
    hold(again.deviations.isEmpty && again.encoded == encoded, "what is written keeps to the schema")
    hold(encoded.count == bytes.count, "it is written in as many bytes")
    for (list, other) in [
        (description.softwareEnforced, again.softwareEnforced),
        (description.hardwareEnforced, again.hardwareEnforced),
    ] {
        hold(list.origin == other.origin && list.allApplications == other.allApplications, "members stay")
        hold(list.purposes?.sorted() == other.purposes?.sorted(), "purposes stay, in the order of a set")
        hold(Set(list.others) == Set(other.others), "members without a name stay")
    }
    hold((try? KeyDescription(der: bytes + [0])) == nil, "a byte after the end is refused")
}

private func checkNonce(_ bytes: [UInt8]) {
    guard let nonce = read(bytes, AppleStatement.nonce(extensionValue:)) else { return }
    hold(AppleStatement.extensionValue(nonce: nonce) == bytes, "a nonce is wrapped in one way only")
}

private func read<Value>(
    _ bytes: [UInt8], _ read: ([UInt8]) throws(CryptographyError) -> Value
) -> Value? {
    do throws(CryptographyError) { return try read(bytes) } catch {
        if case .der(let problem) = error {
            hold((0...bytes.count).contains(problem.offset), "an error lies within the bytes: \(problem)")
        }
        hold(!error.description.isEmpty, "an error has a description")
        return nil
    }
}

// MARK: SafetyNet

private func checkJWS(_ bytes: [UInt8]) {
    let jws: CompactJWS
    do throws(CompactJWS.ReadingError) { jws = try CompactJWS(bytes) } catch {
        return hold(!error.description.isEmpty, "an error has a description")
    }
    let input = CompactJWS.signingInput(header: Array(jws.header.rawBytes), payload: jws.payload)
    hold(
        CompactJWS.text(signingInput: jws.signingInput, signature: jws.signature) == bytes,
        "what was signed and the signature are the whole")
    // White space around the header's object is part of what was signed.
    hold(input.count <= jws.signingInput.count, "header and payload are within what was signed")
    do throws(CompactJWS.CertificatesError) {
        let chain = try jws.certificates()
        hold(!chain.isEmpty && chain.count == jws.header["x5c"]?.count, "a certificate for each element")
    } catch { hold(!error.description.isEmpty, "an error has a description") }
    hold(jws.algorithm == nil || jws.algorithm?.rawValue == jws.algorithmName, "an algorithm has its name")
    checkPayload(jws.payload)
}

private func checkPayload(_ bytes: [UInt8]) {
    let payload: SafetyNetPayload
    do throws(SafetyNetPayload.ReadingError) { payload = try SafetyNetPayload(parsing: bytes) } catch {
        return hold(!error.description.isEmpty, "an error has a description")
    }
    var writer = JSONWriter()
    writer.beginObject()
    if let nonce = payload.nonce { writer.member("nonce", nonce) }
    if let timestamp = payload.timestampMs { writer.member("timestampMs", timestamp) }
    if let isMatch = payload.ctsProfileMatch { writer.member("ctsProfileMatch", isMatch) }
    writer.endObject()
    hold((try? SafetyNetPayload(parsing: writer.bytes)) == payload, "a payload can be written and read")
}
