import TestSupport
import Testing
import Understudy

/// Several faults at once, the same bytes each time, and the trace.
@Suite struct PlantingTests {
    private func trial(_ model: String, _ fault: String) throws -> (Trial, PlannedFault) {
        let planned = try PlannedFault(parsing: fault)
        let model = try #require(Model.all.first { $0.profile.name == model })
        return (Trial(model: model, fault: planned.fault), planned)
    }

    static let repeated = [
        "clientData.origin.other", "signature.otherKey", "key.reused", "packed.sig.other",
        "packed.certificate.isCA", "chain.pathLength", "envelope.id.notString", "authData.aaguid.truncated",
    ]

    @Test(arguments: repeated) func aSeedRepeatsEveryByte(fault: String) async throws {
        var runs: [[UInt8]] = []
        for _ in 0..<2 {
            let (trial, planned) = try trial("packed", fault)
            runs.append(
                trial.isOfRegistration
                    ? try await trial.register([planned])
                    : try await trial.signIn([planned], try await trial.history()))
        }
        #expect(runs[0] == runs[1])
    }

    @Test func severalFaultsEachBreakTheirRule() async throws {
        let (trial, first) = try trial("packed", "clientData.origin.path")
        let more = try [
            "authData.flags.UP.clear", "packed.certificate.subject.unitWrong", "envelope.type.missing",
        ]
        .map { (text) throws in try PlannedFault(parsing: text) }
        let report = try trial.report(ofRegistration: try await trial.register([first] + more), .level3)
        let failing = Set(report.findings.filter(\.rejects).map(\.code))
        #expect(failing == [.clientDataOrigin, .flagUP, .packedSubject, .envelopeType])
    }

    @Test func anHonestDeviceIsHonestAgainAfterwards() async throws {
        let (trial, planned) = try trial("packed", "packed.certificate.isCA")
        _ = try await trial.register([planned])
        let report = try trial.report(ofRegistration: try await trial.register([]), .fidoConformance)
        #expect(report.verdict == .accept, "\(report.text)")
    }

    @Test func theTraceTellsOnceWhatWasPlanted() async throws {
        let (trial, planned) = try trial("packed", "authData.rpIdHash.other=evil.example")
        let sink = Sink()
        let device = VirtualDevice(
            profile: trial.model.profile,
            environment: Environment(
                clock: WallClock(standingAt: 0), randomness: .system, user: GestureScript(),
                store: trial.store), faults: [planned], trace: sink)
        _ = try await device.create(trial.creation, in: try trial.caller)
        let lines = sink.lines.filter { $0.contains(#""event":"fault""#) }
        #expect(
            lines.count == 1 && lines[0].contains(#""fault":"authData.rpIdHash.other=evil.example""#),
            "\(lines)")
    }

    /// Keeps the lines.
    final class Sink: TraceSink {
        private let stored = Lines()
        func record(_ event: TraceEvent) { stored.append(String(decoding: event.json, as: UTF8.self)) }
        var lines: [String] { stored.all }
    }
}
