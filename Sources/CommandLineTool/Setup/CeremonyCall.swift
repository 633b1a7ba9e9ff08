import JSON
import Understudy
import WebAuthnClient
import WebAuthnModel

/// One call of `navigator.credentials`: who calls, with what, and what comes of it.
struct CeremonyCall: Sendable {
    var origin: String
    var crossOrigin = false
    var topOrigin: String?
    /// A word that was given beside the options; it outweighs the one within them.
    var mediation: String?
    var options: [UInt8]

    /// What became of the promise.
    enum Outcome: Sendable {
        /// It was resolved: the response's JSON.
        case response([UInt8])
        /// It was rejected.
        case rejection(Rejection)
    }

    /// What a promise was rejected with.
    struct Rejection: Sendable {
        let name: String
        let message: String
        /// What a page is never told.
        let cause: String

        func write(to writer: inout JSONWriter) {
            writer.beginObject("error")
            writer.member("name", name)
            writer.member("message", message)
            writer.member("cause", cause)
            writer.endObject()
        }

        var json: [UInt8] {
            var writer = JSONWriter()
            writer.beginObject()
            write(to: &writer)
            writer.endObject()
            return writer.bytes
        }
    }

    /// What became of the promise, and what was forgiven in the options.
    struct Result: Sendable {
        let outcome: Outcome
        let quirks: [OptionsQuirk]
    }

    func create(on device: VirtualDevice, maxWait: Duration) async throws(CommandFailure) -> Result {
        try await run(CreationOptions.self, maxWait) { options, caller in
            try await device.create(options, in: caller)
        }
    }

    func get(on device: VirtualDevice, maxWait: Duration) async throws(CommandFailure) -> Result {
        try await run(RequestOptions.self, maxWait) { options, caller in
            try await device.get(options, in: caller)
        }
    }

    private func run<Options: CeremonyOptions>(
        _ type: Options.Type, _ maxWait: Duration,
        _ ceremony: @escaping @Sendable (Options, CallerContext) async throws -> [UInt8]
    ) async throws(CommandFailure) -> Result {
        let parsed: ParsedOptions<Options>
        do { parsed = try ParsedOptions<Options>(json: options) } catch {
            guard let name = error.domExceptionName else { throw .badInput(error.description) }
            return Result(
                outcome: .rejection(
                    Rejection(name: name, message: Words.wrongOptions, cause: error.description)),
                quirks: [])
        }
        let word = mediation ?? parsed.mediation
        guard let mediation = Mediation(rawValue: word ?? "optional") else {
            return Result(
                outcome: .rejection(
                    Rejection(
                        name: "TypeError", message: Words.wrongOptions, cause: Words.noMediation(word ?? ""))),
                quirks: parsed.quirks)
        }
        let caller = try caller(mediation)
        let outcome = try await Self.bounded(by: maxWait) { try await ceremony(parsed.options, caller) }
        return Result(outcome: outcome, quirks: parsed.quirks)
    }

    private func caller(_ mediation: Mediation) throws(CommandFailure) -> CallerContext {
        func parse(_ text: String) throws(CommandFailure) -> Origin {
            do { return try Origin(parsing: text) } catch {
                throw .badInput(Words.noOrigin(text, "\(error)"))
            }
        }
        let top: Origin? = if let topOrigin { try parse(topOrigin) } else { nil }
        return CallerContext(
            origin: try parse(origin),
            ancestry: crossOrigin || top != nil ? .crossOrigin(topOrigin: top) : .sameOrigin,
            mediation: mediation)
    }

    /// Waits for the ceremony, but not longer than that: a promise may never settle.
    private static func bounded(
        by maxWait: Duration, _ ceremony: @escaping @Sendable () async throws -> [UInt8]
    ) async throws(CommandFailure) -> Outcome {
        let task = Task { try await ceremony() }
        let timer = Task {
            try await Task.sleep(for: maxWait)
            task.cancel()
        }
        defer { timer.cancel() }
        do { return .response(try await task.value) } catch CeremonyFailure.store(let text) {
            throw .store(text)
        } catch CeremonyFailure.fault(let error) {
            throw .badInput(error.description)
        } catch CeremonyFailure.rejected(let error) {
            if task.isCancelled {
                return .rejection(
                    Rejection(
                        name: ExceptionName.notAllowed.rawValue, message: ClientError.user(.timedOut).message,
                        cause: Words.neverSettled(maxWait)))
            }
            return .rejection(
                Rejection(name: error.exception.rawValue, message: error.message, cause: error.cause))
        } catch { throw CommandFailure(status: .defect, message: Words.defect("\(error)")) }
    }
}
