internal import Bytes
internal import COSE
internal import Cryptography
internal import JSON
internal import WebAuthnModel

extension Dissection {
    /// Cuts a JSON text and judges it as what it is taken for.
    mutating func jsonDocument(_ kind: Explanation.Kind) {
        let text = JSONText(bytes)
        let root = text.document?.root
        if let response = root?["response"], kind == .registrationResponse || kind == .authenticationResponse
        {
            context.add(rpIDs: Self.possibleRPIDs(of: response))
        }
        var shape = JSONRecogniser.shape(of: kind)
        if kind == .clientData {
            let hash = ClientDataHash(of: bytes)
            shape.meaning = { _, _ in "signed over by its SHA-256, \(Hex.encode(hash.bytes))" }
        }
        json(text, kind.title, shape)
        // Who judges reads the bytes as they are, and would only say the same of what is broken.
        guard text.error == nil else { return }
        switch kind {
        case .clientData: judgeClientData(text)
        case .registrationResponse: judgeResponse(.create)
        case .authenticationResponse: judgeResponse(.get)
        case .creationOptions: judgeOptions(CreationOptions.self)
        case .requestOptions: judgeOptions(RequestOptions.self)
        default: break
        }
    }

    /// What the reader of the verifier says; what is no base64url was told on the way.
    private mutating func judgeResponse(_ ceremony: ClientDataType) {
        do {
            let envelope = try ResponseEnvelope(json: bytes, of: ceremony)
            for problem in envelope.problems {
                switch problem.kind {
                case .forgiven, .notBase64URL: continue
                default: report(.response(.member(problem)))
                }
            }
            compare(envelope)
        } catch { report(.response(error)) }
    }

    /// What the reader of the client says.
    private mutating func judgeOptions<Options: CeremonyOptions>(_ type: Options.Type) {
        do {
            for quirk in try ParsedOptions<Options>(json: bytes).quirks {
                if case .base64 = quirk.kind { continue }
                remark(quirk.description, at: quirk.offset)
            }
        } catch .notBase64URL {
            // Told on the way.
        } catch { report(.options(error)) }
    }

    /// What members of a response say twice must be the same.
    private mutating func compare(_ envelope: ResponseEnvelope) {
        if let id = envelope.id, let rawID = envelope.rawID, Base64URL.encode(rawID) != id {
            remark("id is not the base64url of rawId")
        }
        guard let object = envelope.attestationObject,
            let inner = try? AttestationObject.decode(object).object.authenticatorData
        else { return }
        if let outer = envelope.authenticatorData, outer != inner {
            remark("authenticatorData is not the one within attestationObject")
        }
        guard let attested = (try? AuthenticatorData.decode(inner))?.data.attestedCredentialData else {
            return
        }
        if let rawID = envelope.rawID, rawID != attested.credentialID {
            remark("rawId is not the credential ID in the authenticator data")
        }
        guard let key = try? COSEKey(decoding: attested.credentialPublicKey) else { return }
        if let algorithm = envelope.publicKeyAlgorithm, algorithm != key.algorithm.rawValue {
            remark("publicKeyAlgorithm is not \(key.algorithm), that of the key in the authenticator data")
        }
        if let outer = envelope.publicKey, let inner = key.publicKey?.subjectPublicKeyInfo, outer != inner {
            remark("publicKey is not the key in the authenticator data")
        }
    }

    /// The RP IDs that the origin in a response's client data could have used.
    private static func possibleRPIDs(of response: JSONElement) -> [String] {
        guard let text = response["clientDataJSON"]?.stringBytes,
            let bytes = try? Base64Decoder.decodeLeniently(text).bytes,
            let text = JSONText(bytes).document?.root["origin"]?.string,
            let host = (try? Origin(parsing: text))?.effectiveDomain
        else { return [] }
        // Longer names are no hosts; each suffix is hashed.
        let labels = "\(host)".prefix(253).split(separator: ".")
        return labels.indices.map { labels[$0...].joined(separator: ".") }
    }
}
