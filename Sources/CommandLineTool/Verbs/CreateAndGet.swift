import Understudy
import WebAuthnClient

extension Verbs {
    private static let ceremonyOptions =
        [
            Option(name: "--origin", value: .text("ORIGIN"), help: Words.originHelp, isRequired: true),
            Option(name: "--options", value: .file("FILE|-"), help: Words.optionsHelp),
            Option(
                name: "--mediation", value: .word(Mediation.allCases.map(\.rawValue)),
                help: Words.mediationHelp),
            Option(name: "--cross-origin", value: .none, help: Words.crossOriginHelp),
            Option(name: "--top-origin", value: .text("ORIGIN"), help: Words.topOriginHelp),
            DeviceSetup.faultOption,
        ] + DeviceSetup.options

    static let create = Verb(
        name: "create", summary: Words.createSummary, options: ceremonyOptions,
        details: [Words.ceremonyDetails, Words.gestureDetails, Words.faultDetails]
    ) { arguments in
        try await run(arguments) { call, device, maxWait in
            try await call.create(on: device, maxWait: maxWait)
        }
    }

    static let get = Verb(
        name: "get", summary: Words.getSummary, options: ceremonyOptions,
        details: [Words.ceremonyDetails, Words.gestureDetails, Words.faultDetails]
    ) { arguments in
        try await run(arguments) { call, device, maxWait in
            try await call.get(on: device, maxWait: maxWait)
        }
    }

    private static func run(
        _ arguments: Arguments,
        _ ceremony: (CeremonyCall, VirtualDevice, Duration) async throws -> CeremonyCall.Result
    ) async throws -> ExitStatus {
        let user = try DeviceSetup.gesture(arguments.value("--gesture"))
        let faults = try DeviceSetup.faults(arguments.all("--fault"))
        let call = CeremonyCall(
            origin: try arguments.required("--origin"), crossOrigin: arguments.has("--cross-origin"),
            topOrigin: arguments.value("--top-origin"), mediation: arguments.value("--mediation"),
            options: try Files.read(arguments.value("--options") ?? "-"))
        let setup = try DeviceSetup(arguments)
        let device = try setup.device(
            authenticator: arguments.value("--authenticator") ?? DeviceSetup.standardName,
            profile: arguments.value("--profile"), user: user, faults: faults)
        let result = try await ceremony(call, device, setup.maxWait)
        for quirk in result.quirks { Terminal.say(Words.note(quirk.description)) }
        switch result.outcome {
        case .response(let json):
            if arguments.has("--seed") { Terminal.say(Words.note(Words.seededWarning)) }
            try Terminal.outputLine(json)
            return .done
        case .rejection(let rejection):
            throw CommandFailure(
                status: .promiseRejected, message: "\(rejection.name): \(rejection.cause)",
                output: rejection.json)
        }
    }
}
