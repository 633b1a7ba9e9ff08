internal import Authenticator
internal import COSE
internal import CTAP
internal import JSON
internal import WebAuthnModel

/// How the parts of a profile must go together. A rule is silent where a part of what it compares is missing:
/// that has been complained about already.
extension ProfileDraft {
    /// Checks every rule.
    func check(with reader: inout ProfileReader) {
        checkPlace(&reader)
        checkAlgorithms(&reader)
        checkTPM(&reader)
        checkU2F(&reader)
        if let info = getInfo?.response {
            checkIdentity(info, &reader)
            checkOptions(info, &reader)
            checkVerification(info, &reader)
            checkLimits(info, &reader)
        }
        if minimumPINLength != nil, let verification, verification != .clientPIN {
            reader.complain(
                at: "/userVerification/minimumPINLength", "there is no PIN",
                "only with the manner client-pin")
        }
        checkSources(&reader)
    }

    private func checkPlace(_ reader: inout ProfileReader) {
        if let kind, let attachment {
            let expected: AuthenticatorAttachment? =
                switch kind {
                case .platform, .passwordManager: .platform
                case .securityKey: .crossPlatform
                case .testDouble: nil
                }
            if let expected, attachment != expected {
                reader.complain(
                    at: "/attachment", "a \(kind.rawValue) sits elsewhere", "\"\(expected.rawValue)\"")
            }
        }
        if attachment == .platform, let transports, !transports.contains(.internal) {
            reader.complain(
                at: "/transports", "a platform authenticator is always reached within its own device",
                "\"internal\" among them")
        }
        if attachment == .crossPlatform, transports == [.internal] {
            reader.complain(
                at: "/transports", "a roaming authenticator is reached from other devices",
                "a transport besides \"internal\"")
        }
    }

    private func checkAlgorithms(_ reader: inout ProfileReader) {
        guard let algorithms else { return }
        if !algorithms.contains(where: \.canSign) {
            reader.complain(
                at: "/algorithms", "none of them can be signed with here",
                "at least one of \(ProfileReader.list(COSEAlgorithm.signable.map(\.description)))")
        }
        for algorithm in getInfo?.response.algorithms ?? [] where !algorithms.contains(algorithm) {
            reader.complain(
                at: "/getInfo/algorithms", "\(algorithm) is claimed and not made",
                "only what the profile's algorithms list")
        }
    }

    /// What a TPM holds no keys of, it cannot attest.
    private func checkTPM(_ reader: inout ProfileReader) {
        guard let parts = attestation?.parts, parts.contains(where: { $0.format == TPMStatement.format })
        else {
            return
        }
        for algorithm in algorithms ?? [] where algorithm.canSign && !TPMTemplate.canHold(algorithm) {
            reader.complain(
                at: "/algorithms", "no TPM has keys of \(algorithm)",
                "algorithms of RSA, or on the curves of NIST")
        }
    }

    /// U2F has one kind of key, and no models.
    private func checkU2F(_ reader: inout ProfileReader) {
        guard let parts = attestation?.parts, parts.contains(where: { $0.format == FIDOU2FStatement.format })
        else { return }
        if let aaguid, aaguid != .zero {
            reader.complain(
                at: "/aaguid", "U2F, in whose format it attests, knows no model identifier",
                AAGUID.zero.description)
        }
        if let algorithms, algorithms.contains(where: { $0 != .es256 }) {
            reader.complain(
                at: "/algorithms", "U2F, in whose format it attests, has keys on P-256 alone", "-7 alone")
        }
    }

    private func checkIdentity(_ info: GetInfoResponse, _ reader: inout ProfileReader) {
        if let aaguid, let claimed = getInfo?.aaguid, claimed != aaguid {
            reader.complain(at: "/getInfo/aaguid", "another model", "\(aaguid), as in the profile")
        }
        if !info.versions.isEmpty, AuthenticatorProfile.workingVersions.isDisjoint(with: info.versions) {
            reader.complain(
                at: "/getInfo/versions", "none of them is implemented here",
                "\(ProfileReader.list(AuthenticatorProfile.workingVersions.sorted())) among them")
        } else if let profile = finished?.3, profile.workingInfo.versions.isEmpty {
            reader.complain(
                at: "/getInfo/versions", "U2F_V2 alone, which a model like this cannot speak",
                "FIDO_2_0 besides; or ES256, an attestation certificate (packed or fido-u2f), credential IDs of at "
                    + "most 255 bytes, and no option alwaysUv")
        }
        if let transports {
            for transport in info.transports where !transports.contains(transport) {
                reader.complain(
                    at: "/getInfo/transports", "\(transport.rawValue) is claimed and not there",
                    "only what the profile's transports list")
            }
        }
        if let attestation, !info.attestationFormats.isEmpty, attestation != .none,
            !info.attestationFormats.contains(attestation.format)
        {
            reader.complain(
                at: "/getInfo/attestationFormats", "the format that the model attests in is missing",
                "\(attestation.format) among them")
        }
    }

    private func checkOptions(_ info: GetInfoResponse, _ reader: inout ProfileReader) {
        func option(_ name: String, must value: Bool, _ problem: String) {
            guard info.option(name) != value else { return }
            reader.complain(at: "/getInfo/options/\(name)", problem, "\(value)")
        }
        if let attachment {
            option(
                "plat", must: attachment == .platform,
                "does not go with the attachment \(attachment.rawValue)")
        }
        if let discoverable {
            option("rk", must: discoverable != .unsupported, "does not go with the section discoverable")
        }
        option("up", must: true, "every device here asks for a touch")
        if attestation?.enterprise != nil, info.options["ep"] == nil {
            reader.complain(
                at: "/getInfo/options/ep",
                "missing, which says that the device has no enterprise attestation",
                "true or false, since the attestation has the section enterprise")
        }
        guard let verification else { return }
        for (name, manner) in [("clientPin", VerificationManner.clientPIN), ("uv", .builtIn)] {
            if verification == manner, info.options[name] == nil {
                reader.complain(
                    at: "/getInfo/options/\(name)", "missing, which says that the device cannot do it",
                    "true or false, since the manner of userVerification is \(manner.rawValue)")
            }
            if verification == .none, info.options[name] != nil {
                reader.complain(
                    at: "/getInfo/options/\(name)", "says that the device verifies its user",
                    "nothing here, or another manner of userVerification")
            }
        }
    }

    private func checkVerification(_ info: GetInfoResponse, _ reader: inout ProfileReader) {
        let needsProtocol = verification == .clientPIN || info.option("pinUvAuthToken")
        if needsProtocol, !info.pinUvAuthProtocols.contains(where: { PINUVAuthProtocol(rawValue: $0) != nil })
        {
            let known = PINUVAuthProtocol.allCases.map { "\($0.rawValue)" }
            reader.complain(
                at: "/getInfo/pinUvAuthProtocols", "PINs and tokens travel by one of them",
                "at least one of \(ProfileReader.list(known))")
        }
        if let minimumPINLength, let claimed = info.minPINLength, claimed != minimumPINLength {
            reader.complain(
                at: "/userVerification/minimumPINLength", "getInfo says \(claimed)",
                "the same in both, or the member in getInfo alone")
        }
        if let least = minimumPINLength ?? info.minPINLength, let most = info.maxPINLength, most < least {
            reader.complain(at: "/getInfo/maxPINLength", "no PIN can have this length", "\(least) or more")
        }
    }

    private func checkLimits(_ info: GetInfoResponse, _ reader: inout ProfileReader) {
        if let credentialIDLength, let most = info.maxCredentialIDLength, credentialIDLength > most {
            reader.complain(
                at: "/credentialId/length", "getInfo's maxCredentialIdLength is \(most)", "\(most) or less")
        }
        if case .whenRequested(let capacity) = discoverable, let room = info.remainingDiscoverableCredentials,
            room != capacity
        {
            reader.complain(
                at: "/discoverable/capacity", "a new device has room for \(room), says getInfo", "\(room)")
        }
    }

    /// Every claim has a source: its own, one for a whole it is part of, or one for each of its parts.
    private func checkSources(_ reader: inout ProfileReader) {
        guard let sources else { return }
        for (place, source) in sources.enumerated() {
            for (entry, path) in source.claims.enumerated() where reader.element(at: path) == nil {
                reader.complain(
                    at: "/sources/\(place)/claims/\(entry)", "nothing in the document is at \(path)",
                    "a JSON Pointer such as /getInfo/options")
            }
        }
        let sourced = Set(sources.flatMap(\.claims))
        func isCovered(_ element: JSONElement, _ path: String) -> Bool {
            if sourced.contains(path) { return true }
            guard element.kind == .object, element.count > 0 else { return false }
            return element.members.allSatisfy { isCovered($0.value, path + "/" + $0.name) }
        }
        for name in Self.claims {
            guard let claim = reader.element(at: "/" + name), !isCovered(claim, "/" + name) else { continue }
            reader.complain(at: "/" + name, "the claim has no source", "an entry in sources that names it")
        }
    }
}
