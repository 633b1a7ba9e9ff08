internal import Authenticator
internal import COSE
internal import JSON
internal import WebAuthnModel

/// From the document's members to the draft's; what one member must be is said here, how they must go together in
/// `ProfileDraft+Rules.swift`.
extension ProfileDraft {
    init(reading root: JSONElement, with reader: inout ProfileReader) {
        guard let root = reader.object(root, members: Self.members) else { return }
        if let format = reader.required("format", in: root, "\(ProfileDocument.format)"),
            format.int != ProfileDocument.format
        {
            reader.complain(
                format, "the format \(ProfileReader.raw(format)) is not known here",
                "\(ProfileDocument.format)")
        }
        name = reader.required("name", in: root, "the file's name without .json").flatMap { reader.slug($0) }
        title = reader.required("title", in: root, "the model's name for people").flatMap { reader.text($0) }
        summary = reader.required("description", in: root, "a text").flatMap { reader.text($0) }
        kind = reader.required("kind", in: root, ProfileReader.words(ProfileKind.self))
            .flatMap { reader.word($0, of: ProfileKind.self) }
        attachment = reader.required(
            "attachment", in: root, ProfileReader.words(AuthenticatorAttachment.self)
        )
        .flatMap { reader.word($0, of: AuthenticatorAttachment.self) }
        aaguid = reader.required("aaguid", in: root, "a UUID").flatMap { reader.aaguid($0) }
        transports = reader.required("transports", in: root, "at least one transport")
            .flatMap { reader.texts($0, notEmpty: true) }?.map(AuthenticatorTransport.init(rawValue:))
        algorithms = reader.required("algorithms", in: root, "at least one COSE algorithm number")
            .flatMap { reader.list($0, notEmpty: true) { $0.integer($1, in: Int.min...Int.max) } }?
            .map(COSEAlgorithm.init(rawValue:))
        extensions = root["extensions"].flatMap { reader.texts($0) }
        protection = root["credentialProtection"].flatMap { reader.protection($0) }
        if root["getInfo"] != nil, let element = root["extensions"] {
            reader.complain(element, "the model has a getInfo", "the member extensions of getInfo")
        }
        getInfo = root["getInfo"].flatMap { GetInfoClaims(reading: $0, with: &reader) }
        readManners(root, with: &reader)
        attestation = reader.required("attestation", in: root, "an object")
            .flatMap { AttestationManner(reading: $0, with: &reader) }
        sources = reader.required("sources", in: root, "the sources of all claims")
            .flatMap { reader.list($0, notEmpty: true) { $0.source($1) } }
    }

    /// The sections whose first member says how something is done.
    private mutating func readManners(_ root: JSONElement, with reader: inout ProfileReader) {
        if let section = reader.section("userVerification", in: root, ["manner", "minimumPINLength"]) {
            verification = reader.manner(of: section)
            minimumPINLength = section["minimumPINLength"].flatMap { reader.integer($0, in: 4...63) }
        }
        if let section = reader.section("discoverable", in: root, ["manner", "capacity"]) {
            discoverable = reader.discoverable(section)
        }
        if let section = reader.section("credentialId", in: root, ["manner", "length"]) {
            let manner: CredentialIDManner? = reader.manner(of: section)
            let length = reader.required("length", in: section, "16 to 1023 bytes")
                .flatMap { reader.integer($0, in: 16...1023) }
            credentialIDLength = manner == nil ? nil : length
        }
        if let section = reader.section("backup", in: root, ["eligible", "state"]) {
            backup = reader.backup(section)
        }
        if let section = reader.section("counter", in: root, ["manner", "start", "maximumStep"]) {
            counter = reader.counter(section)
        }
    }
}

private enum CredentialIDManner: String, CaseIterable { case random }

private enum CounterWord: String, CaseIterable {
    case constantZero = "constant-zero"
    case perCredential = "per-credential"
    case global
    case timeBased = "time-based"
}

private enum DiscoverableWord: String, CaseIterable {
    case unsupported
    case whenRequested = "when-requested"
    case always
}

extension ProfileReader {
    static func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> String
    where Word.RawValue == String { list(Word.allCases.map(\.rawValue)) }

    fileprivate mutating func section(
        _ name: String, in root: JSONElement, _ members: [String]
    ) -> JSONElement? {
        required(name, in: root, "an object with the members \(Self.list(members))")
            .flatMap { object($0, members: members) }
    }

    fileprivate mutating func manner<Word: RawRepresentable & CaseIterable>(
        of section: JSONElement
    ) -> Word? where Word.RawValue == String {
        required("manner", in: section, Self.words(Word.self)).flatMap { word($0, of: Word.self) }
    }

    /// A name that is a file name everywhere and needs no quotes anywhere.
    fileprivate mutating func slug(_ element: JSONElement) -> String? {
        if let text = element.string,
            text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy({ part in
                !part.isEmpty
                    && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
            })
        {
            return text
        }
        complain(
            element, "\(Self.raw(element)) is no name",
            "lower-case letters and digits, in words joined by single hyphens")
        return nil
    }

    mutating func aaguid(_ element: JSONElement) -> AAGUID? {
        if let aaguid = element.string.flatMap({ AAGUID($0) }) { return aaguid }
        complain(element, "\(Self.raw(element)) is no AAGUID", "a UUID, or 32 hexadecimal digits")
        return nil
    }

    fileprivate mutating func discoverable(_ section: JSONElement) -> DiscoverableSupport? {
        let manner: DiscoverableWord? = manner(of: section)
        guard manner == .whenRequested else {
            if manner != nil, let capacity = section["capacity"] {
                complain(capacity, "a capacity without a limit to it", "only with the manner when-requested")
            }
            return manner.map { $0 == .always ? .always : .unsupported }
        }
        return required("capacity", in: section, "how many discoverable credentials fit")
            .flatMap { integer($0, in: 1...1_000_000) }.map { .whenRequested(capacity: $0) }
    }

    fileprivate mutating func counter(_ section: JSONElement) -> CounterManner? {
        guard let manner: CounterWord = manner(of: section) else { return nil }
        func only(_ name: String, with manners: CounterWord...) {
            guard let element = section[name], !manners.contains(manner) else { return }
            complain(
                element, "the member has no meaning here",
                "only with the manner \(Self.list(manners.map(\.rawValue)))")
        }
        only("start", with: .perCredential)
        only("maximumStep", with: .perCredential, .global)
        let start = section["start"].map { integer($0, in: 0...Int(UInt32.max)) } ?? 1
        let maximum = section["maximumStep"].map { integer($0, in: 1...0xFFFF) } ?? 1
        guard let start, let maximum else { return nil }
        return switch manner {
        case .constantZero: .constantZero
        case .perCredential: .perCredential(start: UInt32(start), maximumStep: UInt32(maximum))
        case .global: .global(maximumStep: UInt32(maximum))
        case .timeBased: .timeBased
        }
    }

    fileprivate mutating func backup(_ section: JSONElement) -> CredentialBackup? {
        let eligible = required("eligible", in: section, "the BE flag").flatMap { bool($0) }
        let state = required("state", in: section, "the BS flag of a new credential").flatMap { bool($0) }
        guard let eligible, let state else { return nil }
        if eligible { return .eligible(backedUp: state) }
        guard !state else {
            complain(
                at: section.pointer + "/state",
                "a credential that is not eligible for backup is never backed up",
                "false, or eligible true (WebAuthn Level 3 §6.1.3)")
            return nil
        }
        return .notEligible
    }

    fileprivate mutating func protection(_ element: JSONElement) -> CredentialProtectionPolicy? {
        if let policy = element.string.flatMap({ CredentialProtectionPolicy(word: $0) }) { return policy }
        complain(
            element, "\(Self.raw(element)) is not known here",
            "one of \(Self.list(CredentialProtectionPolicy.allCases.map(\.word)))")
        return nil
    }

    fileprivate mutating func source(_ element: JSONElement) -> ProfileSource? {
        guard let object = object(element, members: ["claims", "source", "url"]) else { return nil }
        let claims = required("claims", in: object, "JSON Pointers into this document")
            .flatMap { texts($0, notEmpty: true) }
        let source = required("source", in: object, "the source in words").flatMap { text($0) }
        var url: String?
        if let element = object["url"] {
            url = element.string.flatMap { $0.hasPrefix("https://") && !$0.contains(" ") ? $0 : nil }
            if url == nil {
                complain(element, "\(Self.raw(element)) is no address", "one that starts with https://")
            }
        }
        guard let claims, let source else { return nil }
        return ProfileSource(claims: claims, source: source, url: url)
    }
}
