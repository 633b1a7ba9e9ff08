internal import Cryptography

extension DERShape {
    /// Android's KeyDescription; the authorization lists name their members by tag number.
    static let androidKeyDescription = fields([
        DERField("attestationVersion", .integer),
        DERField("attestationSecurityLevel", .enumerated, as: securityLevel),
        DERField("keyMintVersion", .integer),
        DERField("keyMintSecurityLevel", .enumerated, as: securityLevel),
        DERField("attestationChallenge", .octetString, as: note("must be the client data hash")),
        DERField("uniqueId", .octetString),
        DERField("softwareEnforced", .sequence, as: authorizationList),
        DERField("hardwareEnforced", .sequence, as: authorizationList),
    ])

    private static let securityLevel = value { element, _ in
        let names = [0: "software", 1: "trusted environment", 2: "StrongBox"]
        return (try? element.integer()).flatMap { names[$0] }
    }

    private static let authorizationList = each(
        "authorization",
        dependent { element in
            each(authorizations[element.tag.number] ?? "value").meaning { _, _ in
                authorizations[element.tag.number]
            }
        })

    private static let authorizations: [UInt32: String] = [
        1: "purpose", 2: "algorithm", 3: "keySize", 5: "digest", 6: "padding", 10: "ecCurve",
        200: "rsaPublicExponent", 303: "rollbackResistance", 400: "activeDateTime",
        401: "originationExpireDateTime", 402: "usageExpireDateTime", 503: "noAuthRequired",
        504: "userAuthType", 505: "authTimeout", 507: "trustedUserPresenceRequired",
        508: "trustedConfirmationRequired", 509: "unlockedDeviceRequired", 600: "allApplications",
        701: "creationDateTime", 702: "origin", 704: "rootOfTrust", 705: "osVersion", 706: "osPatchLevel",
        709: "attestationApplicationId", 710: "attestationIdBrand", 711: "attestationIdDevice",
        712: "attestationIdProduct", 718: "vendorPatchLevel", 719: "bootPatchLevel",
    ]
}
