import Cryptography
import FuzzSupport

@main enum Fuzz {
    static func main() { run(fuzzX509) }
}

/// DER that is read is the only way to write what it says, and a certificate's fields make the signed bytes again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzX509(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    walk(bytes)
    let certificate: X509Certificate
    do throws(CryptographyError) { certificate = try X509Certificate(der: bytes) } catch {
        if case .der(let problem) = error {
            hold((0...count).contains(problem.offset), "an error lies within the bytes: \(problem)")
        }
        hold(!error.description.isEmpty, "an error has a description")
        return 0
    }
    hold(certificate.der == bytes, "a certificate keeps its bytes")
    hold((try? X509Certificate(der: bytes.dropLast())) == nil, "without its last byte it is refused")
    hold((try? X509Certificate(der: bytes + [0])) == nil, "a byte after the end is refused")
    checkFields(certificate)
    checkDraft(certificate)
    checkKey(certificate)
    return 0
}

/// Every element at every depth: lengths add up, and the encoding is the canonical one.
private func walk(_ bytes: [UInt8]) {
    var readers = [(reader: DERReader(bytes), end: bytes.count)]
    var steps = 0
    while let (whole, end) = readers.popLast(), steps < 10_000 {
        var reader = whole
        steps += 1
        guard !reader.isAtEnd else {
            hold(reader.offset == end, "elements add up to what holds them")
            continue
        }
        let start = reader.offset
        let tag: DERTag?
        let element: DERElement
        do throws(CryptographyError) {
            tag = try reader.peekTag()
            element = try reader.readAny()
        } catch {
            guard case .der(let problem) = error else { return hold(false, "a reader's errors are DER's") }
            hold((start...end).contains(problem.offset), "an error lies within what is read: \(problem)")
            hold(reader.offset == start, "nothing is read on an error")
            continue
        }
        hold(element.tag == tag && element.offset == start, "a peek tells what comes")
        hold(
            element.contentRange.upperBound == reader.offset && reader.offset <= end,
            "an element ends where the next starts")
        hold(
            DER.element(element.tag, element.contents) == Array(element.encoded),
            "encode(decode(element)) == element")
        checkValue(element)
        readers.append((reader, end))
        if element.tag.isConstructed || element.tag == .octetString {
            readers.append((element.reader, element.contentRange.upperBound))
        }
    }
}

/// What a value says is written in one way only.
private func checkValue(_ element: DERElement) {
    let encoded = Array(element.encoded)
    switch element.tag {
    case .boolean:
        if let value = try? element.boolean() { hold(DER.boolean(value) == encoded, "a BOOLEAN") }
    case .integer:
        if let value = try? element.integer() { hold(DER.integer(value) == encoded, "an INTEGER of 64 bits") }
        if let value = try? element.magnitude() {
            hold(DER.integer(magnitude: value) == encoded, "an INTEGER")
        }
    case .null:
        if (try? element.null()) != nil { hold(DER.null() == encoded, "a NULL") }
    case .objectIdentifier:
        guard let value = try? element.objectIdentifier() else { return }
        hold(DER.objectIdentifier(value) == encoded, "an OBJECT IDENTIFIER")
        hold(OID(dotted: value.description) == value, "an OBJECT IDENTIFIER in dots: \(value)")
    case .bitString:
        guard let (bytes, unused) = try? element.bitString() else { return }
        hold(DER.bitString(bytes, unusedBits: UInt8(unused)) == encoded, "a BIT STRING")
    case .utcTime, .generalizedTime:
        guard let time = try? element.time() else { return }
        let written = element.tag == .utcTime ? try? DER.time(time) : try? DER.generalizedTime(time)
        hold(written == encoded, "a time: \(time)")
    default: break
    }
}

private func checkFields(_ certificate: X509Certificate) {
    hold((1...3).contains(certificate.version), "versions are 1 to 3")
    hold(!certificate.serialNumber.isEmpty, "a serial number has contents")
    let signed = certificate.signedRange
    hold(
        (0...certificate.der.count).contains(signed.upperBound) && signed.lowerBound > 0,
        "what is signed lies within")
    hold(certificate.signedBytes == Array(certificate.der[signed]), "what is signed is its bytes")
    hold(certificate.issuer.matches(certificate.issuer), "a name matches itself")
    hold(certificate.isSelfIssued == certificate.issuer.matches(certificate.subject), "names match both ways")
    let middle = certificate.notBefore / 2 + certificate.notAfter / 2
    if certificate.notBefore <= certificate.notAfter {
        hold(
            certificate.isValid(at: certificate.notBefore) && certificate.isValid(at: certificate.notAfter),
            "both ends belong to the validity")
    }
    for item in certificate.extensions {
        hold(certificate.extensionValue(item.oid)?.oid == item.oid, "an extension is found")
        hold(item.oid.description.isEmpty == false, "an identifier has a text")
    }
    _ = CertificatePath.validate([certificate], anchors: [certificate], at: middle)
    _ = CertificatePath.validate([certificate, certificate], anchors: [], at: middle)
}

/// Where nothing deviates, the fields that were read are all there is.
private func checkDraft(_ certificate: X509Certificate) {
    guard certificate.deviations.isEmpty, let key = certificate.publicKey, !hasUniqueIdentifiers(certificate)
    else {
        return
    }
    var draft = CertificateDraft(
        version: certificate.version, serialNumber: certificate.serialNumber, issuer: certificate.issuer,
        subject: certificate.subject, notBefore: certificate.notBefore, notAfter: certificate.notAfter,
        publicKey: key, extensions: certificate.extensions)
    draft.publicKeyInfo = certificate.publicKeyInfo.der
    let made = try? draft.signedBytes(algorithm: certificate.signatureAlgorithm)
    hold(made == certificate.signedBytes, "the fields of a certificate make its signed bytes again")
    for name in [certificate.issuer, certificate.subject] {
        var reader = DERReader(name.encoded)
        hold((try? DistinguishedName(&reader)) == name, "a name can be written and read")
    }
}

private func hasUniqueIdentifiers(_ certificate: X509Certificate) -> Bool {
    guard var fields = try? DERReader.readWhole(.sequence, of: certificate.signedBytes).reader else {
        return false
    }
    while let element = try? fields.readAny() {
        if element.tag.tagClass == .contextSpecific, !element.tag.isConstructed { return true }
    }
    return false
}

private func checkKey(_ certificate: X509Certificate) {
    guard let key = certificate.publicKey else { return }
    let info = key.subjectPublicKeyInfo
    hold((try? PublicKey(subjectPublicKeyInfo: info)) == key, "a key survives SubjectPublicKeyInfo")
    let isSelfSigned = (try? certificate.isSigned(by: certificate)) == true
    hold(
        !isSelfSigned || (try? certificate.isSigned(by: key)) == true,
        "what a certificate signed, its key signed")
}
