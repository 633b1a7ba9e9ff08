import CBOR
import COSE
import FuzzSupport
import RelyingParty
import TestSupport
import WebAuthnModel

@main enum Fuzz {
    static func main() { run(fuzzVerify) }
}

/// The vectors of WebAuthn Level 3 §16 in the hands of an attacker.
///
/// The first byte chooses the vector, the second the ceremony and whether what follows are edits of the vector's parts,
/// the response's whole JSON, or the statement of a format.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVerify(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(input(start, count))
    guard !Subject.all.isEmpty else {
        hold(false, "there are vectors")
        return 0
    }
    let subject = Subject.all[Int(choices.byte()) % Subject.all.count]
    switch choices.byte() % 5 {
    case 0: editRegistration(subject, &choices)
    case 1: editAuthentication(subject, &choices)
    case 2:
        let json = choices.rest
        let report = Verifier().verify(registration: json, expecting: subject.registration)
        check(report, [.response: json.count])
    case 3:
        let json = choices.rest
        let report = Verifier().verify(authentication: json, expecting: subject.authentication)
        check(report, [.response: json.count])
    default: replaceStatement(subject, &choices)
    }
    return 0
}

/// Another statement around the vector's authenticator data: nobody but the vector's own device is believed.
private func replaceStatement(_ subject: Subject, _ choices: inout Choices) {
    let formats = [
        "none", "packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "compound",
    ]
    let format = formats[choices.number(below: formats.count)]
    guard let statement = try? CBORDecoder.decode(choices.rest) else { return }
    var parts = subject.made
    parts.attestationObject =
        AttestationObject(format: format, statement: statement, authenticatorData: subject.attested).encoded
    let report = Verifier().verify(parts, expecting: subject.registration)
    check(
        report,
        [
            .clientDataJSON: parts.clientDataJSON.count, .attestationObject: parts.attestationObject.count,
            .authenticatorData: subject.attested.count, .rawID: parts.credentialID?.count,
        ])
    let own = (try? AttestationObject.decode(subject.made.attestationObject).object)?.format ?? ""
    // What an Android key attests with is a packed statement too, if its certificate is one for packed.
    let believed = [own, "compound"] + (own == "android-key" ? ["packed"] : [])
    hold(
        report.trust.status != .trusted || believed.contains(format),
        "a statement is trusted as what it was made: \(report.text)")
    if format == "none" {
        hold((report.verdict == .accept) == (statement == .map([])), "none is the empty map")
    }
}

private func editRegistration(_ subject: Subject, _ choices: inout Choices) {
    var parts = subject.made
    while !choices.isEmpty {
        switch choices.byte() % 4 {
        case 0: parts.clientDataJSON.edit(&choices)
        case 1, 2: parts.attestationObject.edit(&choices)
        default: parts.credentialID?.edit(&choices)
        }
    }
    let report = Verifier().verify(parts, expecting: subject.registration)
    let object = try? AttestationObject.decode(parts.attestationObject).object
    check(
        report,
        [
            .clientDataJSON: parts.clientDataJSON.count, .attestationObject: parts.attestationObject.count,
            .authenticatorData: object?.authenticatorData.count, .rawID: parts.credentialID?.count,
        ])
    if parts == subject.made {
        hold(report.findings(.fail).isEmpty, "a vector is accepted unless its format is not supported")
    }
    let lenient = Verifier(policy: .lenient).verify(parts, expecting: subject.registration)
    hold(report.verdict == .reject || lenient.verdict == .accept, "lenient accepts what strict accepts")
    for report in [report, lenient] where report.verdict == .accept {
        guard let object, let data = try? AuthenticatorData.decode(object.authenticatorData).data,
            let attested = data.attestedCredentialData, let credential = report.credential
        else { return hold(false, "what is accepted can be read") }
        hold(credential.id == attested.credentialID, "the ID to store is the attested one")
        hold(credential.publicKey == attested.credentialPublicKey, "the key to store is the attested one")
        hold(credential.signCount == data.signCount, "the counter to store is the attested one")
        guard ["packed", "tpm"].contains(object.format) else { continue }
        hold(parts.clientDataJSON == subject.made.clientDataJSON, "signed client data cannot be changed")
        hold(object.authenticatorData == subject.attested, "signed authenticator data cannot be changed")
    }
}

private func editAuthentication(_ subject: Subject, _ choices: inout Choices) {
    var parts = subject.used
    while !choices.isEmpty {
        switch choices.byte() % 4 {
        case 0: parts.clientDataJSON.edit(&choices)
        case 1: parts.authenticatorData.edit(&choices)
        case 2: parts.signature.edit(&choices)
        default: parts.credentialID?.edit(&choices)
        }
    }
    let report = Verifier().verify(parts, expecting: subject.authentication)
    check(
        report,
        [
            .clientDataJSON: parts.clientDataJSON.count, .authenticatorData: parts.authenticatorData.count,
            .signature: parts.signature.count, .rawID: parts.credentialID?.count,
            .storedPublicKey: subject.authentication.credential.publicKey.count,
        ])
    if parts == subject.used { hold(report.verdict == .accept, "a vector is accepted") }
    let lenient = Verifier(policy: .lenient).verify(parts, expecting: subject.authentication)
    hold(report.verdict == .reject || lenient.verdict == .accept, "lenient accepts what strict accepts")
    for report in [report, lenient] where report.verdict == .accept {
        hold(parts.clientDataJSON == subject.used.clientDataJSON, "signed client data cannot be changed")
        hold(
            parts.authenticatorData == subject.used.authenticatorData,
            "signed authenticator data cannot be changed")
        hold(
            report.credential?.id == subject.authentication.credential.id,
            "the record is that of the credential")
        hold(report.credential?.publicKey == subject.authentication.credential.publicKey, "the key stays")
    }
    let json = AuthenticationResponse(
        rawID: parts.credentialID ?? [], clientDataJSON: parts.clientDataJSON,
        authenticatorData: parts.authenticatorData, signature: parts.signature, userHandle: nil,
        authenticatorAttachment: nil
    ).json
    let posted = Verifier().verify(authentication: json, expecting: subject.authentication)
    hold(posted.verdict == report.verdict, "JSON and parts of a response are judged alike")
}
