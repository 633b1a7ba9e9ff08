internal import Authenticator
internal import Cryptography
internal import JSON
internal import WebAuthnModel

extension AttestationManner {
    private enum Format: String, CaseIterable {
        case none, packed, tpm, apple, compound
        case fidoU2F = "fido-u2f"
        case androidKey = "android-key"
        case safetyNet = "android-safetynet"
    }
    private enum Kind: String, CaseIterable { case `self`, basic }

    /// Reads the section: a format; in `packed` a type (WebAuthn Level 3 §6.5.4); with `basic`, and in the formats
    /// that know nothing else, a certificate; in `compound` the sections of its statements.
    init?(reading element: JSONElement, with reader: inout ProfileReader) {
        let members = [
            "format", "type", "certificate", "keyDescription", "answer", "statements", "enterprise",
        ]
        guard let section = reader.object(element, members: members),
            let format = reader.required("format", in: section, ProfileReader.words(Format.self))
                .flatMap({ reader.word($0, of: Format.self) })
        else { return nil }
        if format != .packed { reader.refuse("type", in: section, "only in the format packed") }
        if format != .androidKey {
            reader.refuse("keyDescription", in: section, "only in the format android-key")
        }
        if format != .safetyNet {
            reader.refuse("answer", in: section, "only in the format android-safetynet")
        }
        if format != .compound { reader.refuse("statements", in: section, "only in the format compound") }
        if format != .packed { reader.refuse("enterprise", in: section, "only in the format packed") }
        switch format {
        case .none:
            reader.refuse("certificate", in: section, "only in the other formats")
            self = .none
        case .packed: self.init(readingPacked: section, with: &reader)
        case .tpm:
            guard
                let template = reader.required("certificate", in: section, "an object")
                    .flatMap({ TPMTemplate(reading: $0, with: &reader) })
            else { return nil }
            self = .tpm(template)
        case .apple:
            guard let template = Self.template(section, &reader) else { return nil }
            self = .apple(template)
        case .androidKey:
            let template = Self.template(section, &reader)
            let description = reader.required("keyDescription", in: section, "an object")
                .flatMap { KeyDescription(reading: $0, with: &reader) }
            guard let template, let description else { return nil }
            self = .androidKey(template, description)
        case .fidoU2F:
            guard let template = Self.template(section, &reader) else { return nil }
            self = .fidoU2F(template)
        case .safetyNet:
            guard let template = SafetyNetTemplate(reading: section, with: &reader) else { return nil }
            self = .safetyNet(template)
        case .compound:
            reader.refuse("certificate", in: section, "only in the sections of the statements")
            self.init(readingCompound: section, with: &reader)
        }
    }

    /// Two statements or more, each in another manner, none of them compound (WebAuthn Level 3 §8.9).
    private init?(readingCompound section: JSONElement, with reader: inout ProfileReader) {
        guard let list = reader.required("statements", in: section, Self.statements) else { return nil }
        let parts = reader.list(list) { reader, element in
            AttestationManner(readingPart: element, with: &reader)
        }
        guard let parts else { return nil }
        guard (2...Self.mostStatements).contains(parts.count) else {
            reader.complain(list, "\(parts.count) statements are not compound", Self.statements)
            return nil
        }
        self = .compound(parts)
    }

    /// More would only be tedious, and a verifier need not take them.
    private static let mostStatements = 16
    private static let statements = "the sections of 2 to \(mostStatements) statements"

    private init?(readingPart element: JSONElement, with reader: inout ProfileReader) {
        let formats = [Format.none.rawValue, Format.compound.rawValue]
        if let format = element["format"], let word = format.string, formats.contains(word) {
            reader.complain(format, "\(word) cannot be part of a compound statement", "another format")
            return nil
        }
        self.init(reading: element, with: &reader)
    }

    private init?(readingPacked section: JSONElement, with reader: inout ProfileReader) {
        let kind = reader.required("type", in: section, ProfileReader.words(Kind.self))
            .flatMap { reader.word($0, of: Kind.self) }
        guard kind == .basic else {
            if kind == nil { return nil }
            reader.refuse("certificate", in: section, "only with the type basic")
            reader.refuse("enterprise", in: section, "only with the type basic")
            self = .packedSelf
            return
        }
        let enterprise = section["enterprise"].flatMap { EnterpriseAttestation(reading: $0, with: &reader) }
        guard var template = Self.template(section, isPacked: true, &reader) else { return nil }
        template.enterprise = enterprise
        self = .packedCertificate(template)
    }

    static func template(
        _ section: JSONElement, isPacked: Bool = false, _ reader: inout ProfileReader
    ) -> AttestationTemplate? {
        reader.required("certificate", in: section, "an object")
            .flatMap { AttestationTemplate(reading: $0, isPacked: isPacked, with: &reader) }
    }
}

extension EnterpriseAttestation {
    fileprivate init?(reading element: JSONElement, with reader: inout ProfileReader) {
        guard let object = reader.object(element, members: ["rpIds", "platformManaged"]) else { return nil }
        let rpIDs = reader.required("rpIds", in: object, "the RP IDs that the vendor has put into it")
            .flatMap { reader.texts($0) }
        let isManaged = reader.required("platformManaged", in: object, "true or false")
            .flatMap { reader.bool($0) }
        guard let rpIDs, let isManaged else { return nil }
        if rpIDs.isEmpty, !isManaged {
            reader.complain(
                at: object.pointer + "/rpIds", "nobody can be given an enterprise attestation",
                "an RP ID, or platformManaged true")
        }
        self.init(rpIDs: rpIDs, isPlatformManaged: isManaged)
    }
}

extension KeyDescription {
    private enum Level: String, CaseIterable {
        case software, strongbox
        case trustedEnvironment = "trusted-environment"

        var number: SecurityLevel {
            switch self {
            case .software: .software
            case .trustedEnvironment: .trustedEnvironment
            case .strongbox: .strongBox
            }
        }
    }

    /// A key made in the key store for signing alone, which the list of its security level says.
    fileprivate init?(reading element: JSONElement, with reader: inout ProfileReader) {
        guard let object = reader.object(element, members: ["version", "securityLevel"]) else { return nil }
        let version = reader.required("version", in: object, "such as 300")
            .flatMap { reader.integer($0, in: 1...9999) }
        let level = reader.required("securityLevel", in: object, ProfileReader.words(Level.self))
            .flatMap { reader.word($0, of: Level.self) }
        guard let version, let level else { return nil }
        let said = AuthorizationList(
            purposes: [AuthorizationList.signing], origin: AuthorizationList.generated)
        self.init(
            attestationVersion: version, attestationSecurityLevel: level.number, keyMintVersion: version,
            keyMintSecurityLevel: level.number,
            softwareEnforced: level == .software ? said : AuthorizationList(),
            hardwareEnforced: level == .software ? AuthorizationList() : said)
    }
}

extension AttestationTemplate {
    fileprivate init?(reading element: JSONElement, isPacked: Bool, with reader: inout ProfileReader) {
        let members = ["issuer", "subject", "validity", "aaguidExtension"]
        guard let object = reader.object(element, members: members) else { return nil }
        let issuer = reader.required("issuer", in: object, "a distinguished name").flatMap { reader.name($0) }
        let subject = reader.required("subject", in: object, "a distinguished name").flatMap { element in
            let name = reader.name(element)
            if isPacked, let name { reader.checkSubject(name, element) }
            return name
        }
        let validity = reader.required("validity", in: object, "an object").flatMap { reader.validity($0) }
        let namesAAGUID = reader.required("aaguidExtension", in: object, "true or false")
            .flatMap { reader.bool($0) }
        guard let issuer, let subject, let validity, let namesAAGUID else { return nil }
        if issuer == subject {
            reader.complain(
                at: object.pointer + "/issuer", "the certificate would pass for self-signed",
                "a name other than the subject's")
            return nil
        }
        self.init(
            issuer: issuer, subject: subject, notBefore: validity.lowerBound, notAfter: validity.upperBound,
            namesAAGUID: namesAAGUID)
    }
}

extension ProfileReader {
    fileprivate mutating func refuse(_ name: String, in section: JSONElement, _ remedy: String) {
        if let element = section[name] { complain(element, "the member has no meaning here", remedy) }
    }

    private static let attributes: [(name: String, type: OID)] = [
        ("C", .country), ("ST", .stateOrProvince), ("L", .locality), ("O", .organization),
        ("OU", .organizationalUnit), ("CN", .commonName), ("serialNumber", .deviceSerialNumber),
    ]

    /// A name's attributes in the order written, one in each relative name.
    mutating func name(_ element: JSONElement) -> DistinguishedName? {
        guard let object = object(element, members: Self.attributes.map(\.name)) else { return nil }
        var names: [[DistinguishedName.Attribute]] = []
        var isWhole = true
        for (name, value) in object.members {
            guard let type = Self.attributes.first(where: { $0.name == name })?.type else { continue }
            guard let text = text(value) else {
                isWhole = false
                continue
            }
            // C must be a PrintableString (RFC 5280 appendix A.1); so must be serialNumber.
            let form: DirectoryString.Form =
                type == .country || type == .deviceSerialNumber ? .printable : .utf8
            names.append([DistinguishedName.Attribute(type, text, as: form)])
        }
        if object["CN"] == nil {
            complain(at: object.pointer + "/CN", "missing", "the name's last part")
            isWhole = false
        }
        return isWhole ? DistinguishedName(relativeNames: names) : nil
    }

    /// What verifiers ask of a packed certificate's subject (WebAuthn Level 3 §8.2.1).
    fileprivate mutating func checkSubject(_ name: DistinguishedName, _ element: JSONElement) {
        let path = element.pointer
        let countries = name.values(of: .country)
        if countries.count != 1 || !countries.allSatisfy(Self.isCountryCode) {
            complain(at: path + "/C", "not the code of a country", "two capital letters (§8.2.1)")
        }
        if name.values(of: .organization).isEmpty {
            complain(at: path + "/O", "missing", "the vendor's legal name (§8.2.1)")
        }
        if name.values(of: .organizationalUnit) != ["Authenticator Attestation"] {
            complain(at: path + "/OU", "missing or another text", "\"Authenticator Attestation\" (§8.2.1)")
        }
    }

    private static func isCountryCode(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }

    mutating func validity(_ element: JSONElement) -> ClosedRange<Int64>? {
        guard let object = object(element, members: ["notBefore", "notAfter"]) else { return nil }
        let remedy = "a time such as 2014-08-01T00:00:00Z"
        let notBefore = required("notBefore", in: object, remedy).flatMap { time($0, remedy) }
        let notAfter = required("notAfter", in: object, remedy).flatMap { time($0, remedy) }
        guard let notBefore, let notAfter else { return nil }
        guard notBefore < notAfter else {
            complain(at: object.pointer + "/notAfter", "not after notBefore", "a later time")
            return nil
        }
        return notBefore...notAfter
    }

    private mutating func time(_ element: JSONElement, _ remedy: String) -> Int64? {
        if let time = element.string.flatMap({ CalendarTime(rfc3339: $0) }) { return time.unixSeconds }
        complain(element, "\(Self.raw(element)) is no time in UTC", remedy)
        return nil
    }
}

extension CalendarTime {
    /// Reads `2014-08-01T00:00:00Z`, nothing shorter, longer or looser.
    fileprivate init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 else { return nil }
        for (place, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "Z")]
        where Array(mark.utf8) != [bytes[place]] { return nil }
        func number(_ range: Range<Int>) -> Int? {
            let digits = bytes[range]
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}
