internal import WebAuthnModel

/// Statements that are made of others (§8.9).
extension Rule {
    static let compoundRules: [Rule] = [
        Rule(
            .compoundStatement,
            "A compound statement is an array of two or more statements, none compound itself, and each is correct.",
            registration: .compound,
            exceptions: [
                "elementFails": .choice(.fail), "tooMany": .choice(.fail), "duplicateFormat": .choice(.warn),
            ],
            suspect: .authenticator)
    ]
}
