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
        options: ServerTrust.options, details: [Words.profilesShowDetails, Words.serverTrustDetails]
    ) { arguments in
        let document = try ProfileChoice.document(arguments.operands[0]).document
        let trust =
            try ServerTrust.isWanted(arguments)
            ? try ServerTrust.write(of: arguments.operands[0], arguments) : nil
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.member("name", document.profile.name)
        writer.member("title", document.profile.title)
        writer.member("kind", document.kind.rawValue)
        writer.member("description", document.summary)
        writer.member("attachment", document.profile.attachment.rawValue)
        writer.member("attestation", document.profile.attestation.format)
        writer.beginArray("algorithms")
        for algorithm in document.profile.algorithms { writer.value(algorithm.rawValue) }
        writer.endArray()
        writer.name("getInfo")
        document.profile.workingInfo.write(aaguid: document.profile.aaguid.description, to: &writer)
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
        trust?.write(to: &writer)
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
}
