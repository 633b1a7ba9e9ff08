internal import WebAuthnModel

/// The FIDO Metadata Service as a source of trust.
extension Rule {
    static let metadataRules: [Rule] = [
        Rule(
            .metadataJWS,
            "The metadata BLOB is a JSON Web Signature by its first certificate's key, and its header sends nobody "
                + "elsewhere.",
            registration: .metadata("metadata-blob-object-processing-rules"), suspect: .configuration),
        Rule(
            .metadata,
            "The metadata is whole, signed by whom a pinned root vouches for, no older than what was seen, current, "
                + "and lists the model.",
            registration: .metadata("metadata-blob-object-processing-rules"),
            exceptions: [
                "expired": .choice(.warn), "aaguidUnknown": .choice(.warn), "rootUnreadable": .choice(.warn),
            ],
            suspect: .configuration),
        Rule(
            .metadataStatus,
            "No report in the metadata says that the model is compromised, revoked or retired, or its firmware old.",
            registration: .metadata("statusreport-dictionary"), .choice(.fail),
            exceptions: [
                "updateUnproved": .choice(.warn), "retired": .choice(.warn), "outdated": .choice(.warn),
            ],
            suspect: .authenticator),
    ]
}
