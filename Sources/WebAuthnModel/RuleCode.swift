/// The rules that a relying party checks, by name.
///
/// What each says, and where it is specified, is the verifier's table; the names live here so that a fault can
/// say which rule it breaks. The codes are stable: reports, tests and other people's scripts hold on to them.
public enum RuleCode: String, Hashable, Sendable, CaseIterable {
    // The JSON of a response.
    case envelope
    case envelopeID = "envelope.id"
    case envelopeRawID = "envelope.rawId"
    case envelopeType = "envelope.type"
    case envelopeResponse = "envelope.response"
    case envelopeClientDataJSON = "envelope.clientDataJSON"
    case envelopeAttestationObject = "envelope.attestationObject"
    case envelopeAuthenticatorData = "envelope.authenticatorData"
    case envelopeSignature = "envelope.signature"
    case envelopeUserHandle = "envelope.userHandle"
    case envelopeTransports = "envelope.transports"
    case envelopePublicKey = "envelope.publicKey"
    case envelopePublicKeyAlgorithm = "envelope.publicKeyAlgorithm"
    case envelopeAuthenticatorAttachment = "envelope.authenticatorAttachment"
    case envelopeClientExtensionResults = "envelope.clientExtensionResults"

    // Who signs in.
    case userHandle

    // Client data.
    case clientData
    case clientDataType = "clientData.type"
    case clientDataChallenge = "clientData.challenge"
    case clientDataOrigin = "clientData.origin"
    case clientDataCrossOrigin = "clientData.crossOrigin"
    case clientDataTopOrigin = "clientData.topOrigin"
    case clientDataTokenBinding = "clientData.tokenBinding"

    // The attestation object.
    case attestation
    case attestationFormat = "attestation.fmt"
    case attestationStatement = "attestation.attStmt"
    case attestationAuthenticatorData = "attestation.authData"

    // Authenticator data.
    case authenticatorData = "authData"
    case rpIDHash = "authData.rpIdHash"
    case flags = "authData.flags"
    case flagUP = "authData.flags.UP"
    case flagUV = "authData.flags.UV"
    case flagBE = "authData.flags.BE"
    case flagBS = "authData.flags.BS"
    case flagAT = "authData.flags.AT"
    case flagED = "authData.flags.ED"
    case counter = "authData.counter"
    case aaguid = "authData.aaguid"
    case credentialID = "authData.credentialId"
    case authenticatorExtensions = "authData.extensions"

    // The credential public key.
    case key
    case keyMissing = "key.missing"
    case keyAlgorithm = "key.alg"
    case keyCurve = "key.crv"
    case keyCoordinate = "key.coordinate"
    case keyOKP = "key.okp"
    case keyRSA = "key.rsa"

    // The signature of an assertion.
    case signature

    // Attestation statements.
    case noneStatement = "none.attStmt"
    case packedStatement = "packed.attStmt"
    case packedAlgorithm = "packed.alg"
    case packedSignature = "packed.sig"
    case packedCertificates = "packed.x5c"
    case packedCertificate = "packed.certificate"
    case packedSubject = "packed.certificate.subject"
    case packedAAGUID = "packed.certificate.aaguidExtension"
    case packedCertificateAlgorithm = "packed.certificate.algorithm"
    case packedSerialNumber = "packed.certificate.serialNumber"
    case packedFirmwareVersion = "packed.certificate.firmwareVersion"
    case tpmStatement = "tpm.attStmt"
    case tpmVersion = "tpm.ver"
    case tpmAlgorithm = "tpm.alg"
    case tpmCertificates = "tpm.x5c"
    case tpmSignature = "tpm.sig"
    case tpmPublicArea = "tpm.pubArea"
    case tpmParameters = "tpm.pubArea.parameters"
    case tpmUnique = "tpm.pubArea.unique"
    case tpmCertInfo = "tpm.certInfo"
    case tpmMagic = "tpm.certInfo.magic"
    case tpmType = "tpm.certInfo.type"
    case tpmExtraData = "tpm.certInfo.extraData"
    case tpmAttested = "tpm.certInfo.attested"
    case tpmAttestedName = "tpm.certInfo.attestedName"
    case tpmCertificate = "tpm.aik"
    case tpmAlternativeName = "tpm.aik.san"
    case tpmKeyUsage = "tpm.aik.eku"
    case tpmAAGUID = "tpm.aik.aaguid"
    case u2fCertificates = "u2f.x5c"
    case u2fCertificateKey = "u2f.certificateKey"
    case u2fCredentialKey = "u2f.credentialKey"
    case u2fAAGUID = "u2f.aaguid"
    case u2fSignature = "u2f.sig"
    case appleCertificates = "apple.x5c"
    case appleNonce = "apple.nonce"
    case appleLeafKey = "apple.leafKey"
    case androidKeyCertificates = "androidKey.x5c"
    case androidKeyAlgorithm = "androidKey.alg"
    case androidKeySignature = "androidKey.sig"
    case androidKeyLeafKey = "androidKey.leafKey"
    case androidKeyDescription = "androidKey.keyDescription"
    case androidKeyChallenge = "androidKey.challenge"
    case androidKeyAllApplications = "androidKey.allApplications"
    case androidKeyOrigin = "androidKey.origin"
    case androidKeyPurpose = "androidKey.purpose"
    case safetyNetVersion = "safetynet.ver"
    case safetyNetResponse = "safetynet.response"
    case safetyNetJWS = "safetynet.jws"
    case safetyNetCertificates = "safetynet.x5c"
    case safetyNetHostname = "safetynet.hostname"
    case safetyNetNonce = "safetynet.nonce"
    case safetyNetProfileMatch = "safetynet.ctsProfileMatch"
    case safetyNetTimestamp = "safetynet.timestamp"
    case compoundStatement = "compound"

    // Trust, which is apart from the statement.
    case attestationTrust = "attestation.trust"
    case chain
    case metadata = "mds"
    case metadataJWS = "mds.jws"
    case metadataStatus = "mds.status"

    // Extension outputs.
    case extensions
    case appid = "extensions.appid"
    case appidExclude = "extensions.appidExclude"
    case credProps = "extensions.credProps"
    case prf = "extensions.prf"
    case largeBlob = "extensions.largeBlob"
    case credProtect = "extensions.credProtect"
    case credBlob = "extensions.credBlob"
    case minPinLength = "extensions.minPinLength"
    case hmacSecret = "extensions.hmacSecret"
    case uvm = "extensions.uvm"
    case paymentExtension = "extensions.payment"

    // Secure Payment Confirmation.
    case payment
    case paymentRPID = "payment.rpId"
    case paymentTopOrigin = "payment.topOrigin"
    case paymentPayeeName = "payment.payeeName"
    case paymentPayeeOrigin = "payment.payeeOrigin"
    case paymentEntitiesLogos = "payment.paymentEntitiesLogos"
    case paymentTotal = "payment.total"
    case paymentInstrument = "payment.instrument"
    case browserBoundKey = "payment.browserBoundPublicKey"
    case browserBoundSignature = "payment.browserBoundSignature"
}

/// What names one way of breaking a rule: the rule's code, a dot, and a variant of one word.
///
/// `clientData.origin.trailingSlash` breaks `clientData.origin`. A finding carries the code; a fault that is
/// planted carries the whole.
public struct FaultID: Hashable, Sendable {
    /// The rule that is broken.
    public let code: RuleCode
    /// How; one word without a dot.
    public let variant: String

    /// Names a way of breaking a rule.
    public init(_ code: RuleCode, _ variant: String) {
        self.code = code
        self.variant = variant
    }

    /// Takes a name apart at its last dot; nil when what stands before it is no rule's code.
    public init?(_ text: String) {
        guard let dot = text.lastIndex(of: "."), let code = RuleCode(rawValue: String(text[..<dot])) else {
            return nil
        }
        let variant = text[text.index(after: dot)...]
        guard !variant.isEmpty else { return nil }
        self.init(code, String(variant))
    }
}

extension FaultID: CustomStringConvertible {
    /// Code, dot, variant.
    public var description: String { "\(code.rawValue).\(variant)" }
}
