internal import Cryptography
internal import WebAuthnModel

/// Whose hash it is, where it is not the RP ID's.
struct RPIDHashNearMiss: NearMiss {
    let codes: Set<RuleCode> = [.rpIDHash]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard finding.variant == "other", case .bytes(let hash)? = finding.actual else { return nil }
        if hash.allSatisfy({ $0 == 0 }) {
            return Diagnosis(
                "rpIdHash.zero", of: .rpIDHash, variant: "zero",
                "rpIdHash is 32 zero bytes: the authenticator, or who wrote its data, left it out.",
                .authenticator)
        }
        guard let name = HashedName.candidates(evidence).first(where: { RPIDHash(of: $0.text).bytes == hash })
        else { return nil }
        return Diagnosis(
            "rpIdHash.\(name.variant)", of: .rpIDHash, variant: name.variant,
            "rpIdHash is the SHA-256 of \(name.text.isEmpty ? "the empty text" : "\"\(name.text)\""), not of "
                + "\"\(evidence.rpID)\": \(name.story)", name.suspect)
    }
}

/// A text whose hash somebody may have put where that of the RP ID belongs.
struct HashedName {
    let text: String
    /// What that makes of the rule.
    let variant: String
    let story: String
    let suspect: Suspect

    /// Everything that is worth hashing, the likeliest first.
    static func candidates(_ evidence: Evidence) -> [HashedName] {
        let origins = ([evidence.origin].compactMap { $0 } + evidence.origins).compactMap(OriginText.init)
        let records = ([evidence.record].compactMap { $0 } + evidence.otherCredentials).compactMap(\.rpID)
        return spellings(of: evidence.rpID) + hosts(evidence.rpID, origins) + records.map(ofRecord)
            + (origins + [OriginText("https://" + evidence.rpID)].compactMap { $0 }).flatMap(ofOrigin)
            + unusual
    }

    private static func spellings(of rpID: String) -> [HashedName] {
        let texts = [
            rpID.uppercased(), rpID.lowercased(), rpID + ".", rpID + "/", rpID + "\0", " " + rpID, rpID + " ",
            rpID + "\n", "\"\(rpID)\"", OriginText.asciiHost(rpID) ?? rpID, OriginText.percentEncoded(rpID),
        ]
        return texts.filter { $0 != rpID }.map {
            HashedName(
                text: $0, variant: "ofOtherSpelling",
                story: "the RP ID was spelled otherwise when it was hashed.",
                suspect: .authenticator)
        }
    }

    /// The hosts of the origins, and every domain above them and above the RP ID.
    private static func hosts(_ rpID: String, _ origins: [OriginText]) -> [HashedName] {
        var names: [HashedName] = []
        for host in origins.map(\.host) where host != rpID && !rpID.hasSuffix("." + host) {
            let isBelow = host.hasSuffix("." + rpID)
            names.append(
                HashedName(
                    text: host, variant: isBelow ? "ofSubdomain" : "ofOtherHost",
                    story: isBelow
                        ? "the ceremony ran with the page's own host for an RP ID, as it does where the options name "
                            + "none."
                        : "the credential belongs to another site than the one that was expected.",
                    suspect: .configuration))
        }
        for name in [rpID] + origins.map(\.host) {
            for parent in OriginText.parents(of: name) where parent != rpID {
                names.append(
                    HashedName(
                        text: parent, variant: "ofParentDomain",
                        story:
                            "the credential belongs to a domain above the one that was expected, or above an origin.",
                        suspect: .configuration))
            }
            names.append(
                HashedName(
                    text: "www." + name, variant: "ofSubdomain",
                    story: "the credential belongs to the host with www. in front.", suspect: .configuration))
        }
        return names
    }

    private static func ofRecord(_ rpID: String) -> HashedName {
        HashedName(
            text: rpID, variant: "ofOtherHost",
            story: "that is the RP ID of a credential record; the verification was told another.",
            suspect: .configuration)
    }

    private static func ofOrigin(_ origin: OriginText) -> [HashedName] {
        let plain = origin.scheme + "://" + origin.host
        let origins =
            [origin.text, origin.text + "/", plain, plain + "/"]
            + (origin.port.map { [origin.host + ":" + $0] } ?? [origin.host + ":443", plain + ":443"])
        let appIDs = [
            "/appid.json", "/app-id.json", "/facets.json", "/u2f/appid.json", "/app_id.json",
            "/trusted-facets.json",
        ]
        return origins.map {
            HashedName(
                text: $0, variant: "ofOrigin",
                story:
                    "the origin was hashed, or is the AppID of a U2F registration, where the RP ID, a bare host, "
                    + "belongs.", suspect: .client)
        }
            + appIDs.map {
                HashedName(
                    text: plain + $0, variant: "ofAppId",
                    story:
                        "the credential was registered for a U2F AppID; only the extension appid may ask for it.",
                    suspect: .configuration)
            }
    }

    private static let unusual: [HashedName] =
        ["localhost", "127.0.0.1", "http://localhost", "http://localhost:3000", "https://localhost"].map {
            HashedName(
                text: $0, variant: "ofOtherHost", story: "the ceremony was run on a developer's machine.",
                suspect: .configuration)
        } + [
            HashedName(
                text: "", variant: "ofEmptyText", story: "the RP ID was empty when it was hashed.",
                suspect: .authenticator),
            HashedName(
                text: "undefined", variant: "ofOtherSpelling", story: "a script had no RP ID to hand over.",
                suspect: .client),
            HashedName(
                text: "null", variant: "ofOtherSpelling", story: "a script had no RP ID to hand over.",
                suspect: .client),
        ]
}
