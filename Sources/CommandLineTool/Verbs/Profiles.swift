import Bytes
import JSON
import ProfileCatalog
import Understudy

extension Verbs {
    static let profiles = Verb(
        name: "profiles", summary: Words.profilesSummary, verbs: [profilesList, profilesShow, profilesCheck])

    private static let profilesList = Verb(name: "list", summary: Words.profilesListSummary) { _ in
        var writer = JSONWriter(pretty: true)
        writer.beginArray()
        for name in BuiltInProfiles.names {
            let document = try ProfileChoice.document(name).document
            writer.beginObject()
            writer.member("name", name)
            writer.member("title", document.profile.title)
            writer.member("kind", document.kind.rawValue)
            writer.member("aaguid", document.profile.aaguid.description)
            writer.endObject()
        }
        writer.endArray()
        try Terminal.outputLine(writer.bytes)
        return .done
    }

    private static let profilesShow = Verb(
        name: "show", summary: Words.profilesShowSummary, operands: "NAME|FILE", operandCount: 1...1,
        details: [Words.profilesShowDetails]
    ) { arguments in
        let document = try ProfileChoice.document(arguments.operands[0]).document
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.member("name", document.profile.name)
        writer.member("title", document.profile.title)
        writer.member("kind", document.kind.rawValue)
        writer.member("description", document.summary)
        writer.member("attachment", document.profile.attachment.rawValue)
        writer.member("attestation", document.profile.attestation.format)
        write(document.profile.workingInfo, to: &writer)
        writer.beginArray("withheld")
        for claim in document.profile.withheldClaims {
            writer.beginObject()
            writer.member("member", claim.member.rawValue)
            writer.member("value", claim.value)
            writer.endObject()
        }
        writer.endArray()
        writer.beginArray("sources")
        for source in document.sources {
            writer.beginObject()
            writer.beginArray("claims")
            for claim in source.claims { writer.value(claim) }
            writer.endArray()
            writer.member("source", source.source)
            if let url = source.url { writer.member("url", url) }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        try Terminal.outputLine(writer.bytes)
        return .done
    }

    private static let profilesCheck = Verb(
        name: "check", summary: Words.profilesCheckSummary, operands: "FILE…", operandCount: 1...1000
    ) { arguments in
        var status = ExitStatus.done
        for path in arguments.operands {
            let bytes = try Files.read(path, maximum: 1 << 20)
            do {
                let document = try ProfileDocument(parsing: bytes)
                try Terminal.outputLine(Array(Words.profileIsRight(path, document.profile.title).utf8))
            } catch let error as ProfileError {
                Terminal.say(Words.inFile(path, error.description))
                status = .badInput
            }
        }
        return status
    }

    /// getInfo as the device answers it, by the specification's member names.
    private static func write(_ info: GetInfoResponse, to writer: inout JSONWriter) {
        func strings(_ name: String, _ values: [String]) {
            guard !values.isEmpty else { return }
            writer.beginArray(name)
            for value in values { writer.value(value) }
            writer.endArray()
        }
        writer.beginObject("getInfo")
        strings("versions", info.versions)
        strings("extensions", info.extensions)
        writer.member("aaguid", info.aaguid.description)
        writer.beginObject("options")
        for (name, value) in info.options.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
        writer.endObject()
        if !info.pinUvAuthProtocols.isEmpty {
            writer.beginArray("pinUvAuthProtocols")
            for number in info.pinUvAuthProtocols { writer.value(number) }
            writer.endArray()
        }
        strings("transports", info.transports.map(\.rawValue))
        writer.beginArray("algorithms")
        for algorithm in info.algorithms {
            writer.beginObject()
            writer.member("type", "public-key")
            writer.member("alg", algorithm.rawValue)
            writer.endObject()
        }
        writer.endArray()
        let numbers: [(String, Int?)] = [
            ("maxMsgSize", info.maxMsgSize), ("maxCredentialCountInList", info.maxCredentialCountInList),
            ("maxCredentialIdLength", info.maxCredentialIDLength), ("minPINLength", info.minPINLength),
            ("maxPINLength", info.maxPINLength), ("firmwareVersion", info.firmwareVersion),
            ("remainingDiscoverableCredentials", info.remainingDiscoverableCredentials),
            ("uvModality", info.uvModality),
            ("preferredPlatformUvAttempts", info.preferredPlatformUvAttempts),
        ]
        for case (let name, let value?) in numbers { writer.member(name, value) }
        strings("attestationFormats", info.attestationFormats)
        writer.endObject()
    }
}
