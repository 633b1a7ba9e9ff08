internal import CBOR
internal import COSE
internal import WebAuthnModel

/// "Verifying an Authentication Assertion" (WebAuthn Level 3 §7.2), step by step.
///
/// As in ``RegistrationCeremony``, each step receives what earlier ones proved.
struct AuthenticationCeremony {
    let expected: AuthenticationExpectation
    private var record: CredentialRecord { expected.credential }

    init(_ expected: AuthenticationExpectation) { self.expected = expected }

    func run(_ response: PresentedAuthentication, _ opened: FindingList) -> Report {
        var findings = opened

        // Steps 5 and 6.
        AccountCheck(
            allowed: expected.allowCredentials, account: expected.account, record: record
        ).run(credentialID: response.credentialID, userHandle: response.userHandle, &findings)

        // Steps 8 to 14.
        let clientData = ReadClientData(response.clientDataJSON, &findings)
        ClientDataCheck(
            type: .get, challenge: expected.challenge, origin: expected.origin,
            isPayment: expected.payment != nil
        ).run(on: clientData, &findings)
        if let payment = expected.payment {
            PaymentCheck(expected: payment, rpID: expected.rpID).run(on: clientData, &findings)
            BrowserBoundKeyCheck(
                stored: payment.browserBoundPublicKey,
                signature: response.extensions.outputs.payment?.browserBoundSignature
            ).run(on: clientData, response.clientDataJSON, &findings)
        }

        // Steps 15 to 19.
        let data = ReadAuthenticatorData(response.authenticatorData, &findings)
        AuthenticatorDataCheck(
            rpID: expected.rpID,
            appID: AppIDUse(expected.requestedExtensions, response.extensions.outputs.appid),
            userVerification: expected.userVerification
        ).run(on: data, &findings)
        if let data { BackupCheck(record: record).run(on: data.flags, &findings) }

        // Steps 20 and 21.
        let key = checkStoredKey(&findings)
        compareKey(with: data?.attested, &findings)
        let isSigned = checkSignature(of: response, key, &findings)

        // Step 22.
        if let data, isSigned {
            CounterCheck(stored: record.signCount).run(on: data.header.signCount, &findings)
        } else {
            findings.skip(.counter, because: "no valid signature vouches for the counter")
        }

        // Step 23.
        let answers = ExtensionAnswers(
            .authentication, requested: expected.requestedExtensions, presented: response.extensions,
            map: data?.extensions)
        ExtensionsStep.run(on: answers, &findings)
        // Step 24. The report withholds the record unless everything stands, and there is none where the client data
        // or the signature could not be looked at, whatever the policy makes of that.
        let isLookedAt = clientData != nil && key != nil && response.signature != nil
        let trust = Trust(.notApplicable, because: "an authentication has no attestation")
        return Report(
            findings, trust: trust, credential: isLookedAt ? data.map(updated) : nil,
            extensions: answers.flatMap(ExtensionOutputs.init),
            evidence: evidence(of: response, key, findings))
    }

    private func evidence(
        of response: PresentedAuthentication, _ key: COSEKey?, _ findings: FindingList
    ) -> Evidence {
        Evidence(
            rpID: expected.rpID, origins: expected.origin.origins, challenge: expected.challenge,
            earlierChallenges: expected.earlierChallenges, clientDataJSON: response.clientDataJSON,
            authenticatorData: response.authenticatorData, credentialKey: key, record: record,
            otherCredentials: expected.otherCredentials, attestationObject: nil, trustAnchors: [], now: nil,
            refusedSignatures: findings.refusedSignatures)
    }

    /// The stored key is checked as if it were new: a store is one more thing that can be wrong.
    private func checkStoredKey(_ findings: inout FindingList) -> COSEKey? {
        let location = ReportLocation(.storedPublicKey, 0..<record.publicKey.count)
        let item: CBORValue
        do { item = try CBORDecoder.decode(record.publicKey) } catch {
            findings.breach(
                .key, error.variant,
                because: "the stored public key is not one item of canonical CBOR: \(error)",
                at: ReportLocation(.storedPublicKey, offset: error.offset), suspect: .server)
            return nil
        }
        return CredentialKeyCheck(offered: nil, location: location, suspect: .server).run(on: item, &findings)
    }

    /// An assertion should bring no key; one that does must not bring another.
    private func compareKey(
        with attested: ReadAuthenticatorData.Attested?, _ findings: inout FindingList
    ) {
        guard let (item, range) = attested?.key, (try? CBORDecoder.decode(record.publicKey)) != item else {
            return
        }
        findings.breach(
            .key, "changedSinceRegistration",
            because: "the assertion brings another public key than the one that was registered",
            expected: .bytes(record.publicKey),
            at: ReportLocation(.authenticatorData, path: "credentialPublicKey", range))
    }

    private func checkSignature(
        of response: PresentedAuthentication, _ key: COSEKey?, _ findings: inout FindingList
    ) -> Bool {
        guard let key else {
            findings.skip(.signature, because: "the stored key cannot check it")
            return false
        }
        guard let clientDataJSON = response.clientDataJSON, let signature = response.signature,
            let authenticatorData = response.authenticatorData
        else {
            findings.skip(.signature, because: "the signature, or what it is over, is missing")
            return false
        }
        let message = SignatureCheck.message(authenticatorData, ClientDataHash(of: clientDataJSON))
        return SignatureCheck(
            code: .signature, location: { ReportLocation(.signature, 0..<signature.count) },
            signer: "the credential's key"
        ).run(signature, over: message, key: key.publicKey, algorithm: key.algorithm, &findings)
    }

    private func updated(_ data: ReadAuthenticatorData) -> CredentialRecord {
        var record = record
        // A counter that went back is a signal; a policy that lets it pass must not lose the higher mark.
        record.signCount = max(record.signCount, data.header.signCount)
        record.backupState = data.flags.contains(.backupState)
        if expected.authorizesUserVerification, data.flags.contains(.userVerified) {
            record.uvInitialized = true
        }
        return record
    }
}
