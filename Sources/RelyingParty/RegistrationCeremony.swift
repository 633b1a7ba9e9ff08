internal import COSE
internal import WebAuthnModel

/// "Registering a New Credential" (WebAuthn Level 3 §7.1), step by step.
///
/// Each step receives what earlier ones proved; what could not be proved reaches it as nil, and it says what it
/// could not check.
struct RegistrationCeremony {
    let expected: RegistrationExpectation

    init(_ expected: RegistrationExpectation) { self.expected = expected }

    func run(_ response: PresentedRegistration, _ opened: FindingList) -> Report {
        var findings = opened

        // Steps 5 to 11.
        let clientData = ReadClientData(response.clientDataJSON, &findings)
        ClientDataCheck(type: .create, challenge: expected.challenge, origin: expected.origin)
            .run(on: clientData, &findings)

        // Steps 12 and 13.
        let hash = response.clientDataJSON.map(ClientDataHash.init(of:))
        let object = ReadAttestationObject(response.attestationObject, &findings)
        let data = ReadAuthenticatorData(object?.authenticatorData, &findings)

        // Steps 14 to 19.
        AuthenticatorDataCheck(
            rpID: expected.rpID,
            userVerification: expected.userVerification, isConditionalCreate: expected.isConditional
        ).run(on: data, &findings)

        // Step 20.
        let key = checkKey(of: data?.attested, &findings)

        // Steps 21 to 24.
        let outcome = AttestationStep.run(
            on: object,
            { object in
                object.authenticatorData.map { bytes in
                    AttestationSubject(
                        object: object, authenticatorData: bytes, aaguid: data?.attested?.aaguid,
                        credentialID: data?.attested?.credentialID, key: key, clientDataHash: hash,
                        now: expected.now)
                }
            }, &findings)
        let metadata = expected.metadata.map {
            MetadataStep(metadata: $0, aaguid: data?.attested?.aaguid, now: expected.now, object: object)
        }
        metadata?.judgeBLOB(&findings)
        let trust = TrustStep(
            anchors: expected.trustAnchors, metadata: metadata, now: expected.now, object: object
        ).run(on: outcome, &findings)

        // Steps 25 and 26.
        NewCredentialCheck(
            registered: expected.registeredCredentialIDs, acceptedAAGUIDs: expected.acceptedAAGUIDs
        ).run(on: data?.attested, claimed: response.credentialID, &findings)
        if let copies = response.copies {
            AttachmentCheck(asked: expected.authenticatorAttachment).run(on: copies, &findings)
            CopiesCheck(authenticatorData: object?.authenticatorData, key: key).run(on: copies, &findings)
        }

        // Step 28.
        var answers = ExtensionAnswers(
            .registration, requested: expected.requestedExtensions, presented: response.extensions,
            map: data?.extensions)
        answers?.requiresDiscoverable = expected.residentKey == .required
        ExtensionsStep.run(on: answers, &findings)
        if answers?.isAnswered(.payment) == true || expected.requestedExtensions?.payment == true {
            BrowserBoundKeyCheck(
                stored: nil, signature: answers?.client.payment?.browserBoundSignature
            ).run(on: clientData, response.clientDataJSON, &findings)
        }
        // Step 27. The report withholds the record unless everything stands, and there is none where no client data
        // could be looked at, whatever the policy makes of that.
        let credential =
            clientData == nil ? nil : data.flatMap { record(of: response, $0, key, object?.format) }
        return Report(
            findings, trust: trust, credential: credential,
            extensions: answers.flatMap(ExtensionOutputs.init),
            evidence: evidence(of: response, object, key, findings))
    }

    private func evidence(
        of response: PresentedRegistration, _ object: ReadAttestationObject?, _ key: COSEKey?,
        _ findings: FindingList
    ) -> Evidence {
        Evidence(
            rpID: expected.rpID, origins: expected.origin.origins, challenge: expected.challenge,
            earlierChallenges: expected.earlierChallenges, clientDataJSON: response.clientDataJSON,
            authenticatorData: object?.authenticatorData, credentialKey: key, record: nil,
            otherCredentials: [],
            attestationObject: object?.bytes, trustAnchors: expected.trustAnchors, now: expected.now,
            refusedSignatures: findings.refusedSignatures)
    }

    private func checkKey(
        of attested: ReadAuthenticatorData.Attested?, _ findings: inout FindingList
    ) -> COSEKey? {
        guard let (item, range) = attested?.key else {
            if !findings.isBroken(.key) {
                findings.skip(.key, because: "there is no credential public key that could be read")
            }
            findings.skip(.keyAlgorithm, because: "there is no credential public key that could be read")
            return nil
        }
        return CredentialKeyCheck(
            offered: expected.offeredAlgorithms,
            location: ReportLocation(.authenticatorData, path: "credentialPublicKey", range)
        ).run(on: item, &findings)
    }

    private func record(
        of response: PresentedRegistration, _ data: ReadAuthenticatorData, _ key: COSEKey?, _ format: String?
    ) -> CredentialRecord? {
        guard let attested = data.attested, let (_, keyRange) = attested.key, let key else { return nil }
        return CredentialRecord(
            id: attested.credentialID, publicKey: Array(data.bytes[keyRange]),
            signCount: data.header.signCount, uvInitialized: data.flags.contains(.userVerified),
            transports: response.transports, backupEligible: data.flags.contains(.backupEligible),
            backupState: data.flags.contains(.backupState), rpID: expected.rpID,
            userHandle: expected.userHandle, algorithm: key.algorithm, attestationFormat: format,
            aaguid: attested.aaguid)
    }
}
