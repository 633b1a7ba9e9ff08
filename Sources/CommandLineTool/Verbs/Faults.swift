import Faults
import JSON
import WebAuthnModel

extension Verbs {
    static let faults = Verb(
        name: "faults", summary: Words.faultsSummary, details: [Words.faultsDetails],
        verbs: [faultsList, faultsShow])

    private static let faultsList = Verb(
        name: "list", summary: Words.faultsListSummary,
        options: [
            Option(
                name: "--layer", value: .word(FaultLayer.allCases.map(\.rawValue)), help: Words.layerHelp),
            VerificationInput.formatOption,
        ]
    ) { arguments in
        let layer = arguments.value("--layer")
        let faults = FaultCatalog.all.filter { layer == nil || $0.layer.rawValue == layer }
        guard VerificationInput.wantsText(arguments) else {
            var writer = JSONWriter(pretty: true)
            writer.beginArray()
            for fault in faults { write(fault, to: &writer) }
            writer.endArray()
            try Terminal.outputLine(writer.bytes)
            return .done
        }
        for fault in faults { try Terminal.outputLine(Array("\(fault.id)  \(fault.story)".utf8)) }
        return .done
    }

    private static let faultsShow = Verb(
        name: "show", summary: Words.faultsShowSummary, operands: "ID", operandCount: 1...1,
        options: [VerificationInput.formatOption]
    ) { arguments in
        let name = arguments.operands[0]
        guard let fault = FaultCatalog.fault(named: name) else {
            let error = FaultError.unknown(name, near: FaultCatalog.names(near: name))
            throw CommandFailure.badInput(error.description)
        }
        guard VerificationInput.wantsText(arguments) else {
            var writer = JSONWriter(pretty: true)
            write(fault, to: &writer)
            try Terminal.outputLine(writer.bytes)
            return .done
        }
        var lines = ["\(fault.id)", fault.story, Words.caughtBy(fault.caughtBy), Words.signs(fault.signs)]
        lines += fault.conditions.map(\.phrase)
        if let parameter = fault.parameter { lines.append(Words.takes(parameter)) }
        try Terminal.outputLine(Array(lines.joined(separator: "\n  ").utf8))
        return .done
    }

    private static func write(_ fault: Fault, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", "\(fault.id)")
        writer.member("story", fault.story)
        writer.member("layer", fault.layer.rawValue)
        writer.beginObject("caughtBy")
        switch fault.caughtBy {
        case .rule(let code): writer.member("rule", code.rawValue)
        case .nobody(let why): writer.member("nobody", why)
        case .allowed(let why): writer.member("allowed", why)
        }
        writer.endObject()
        writer.member("signs", fault.signs.rawValue)
        writer.beginArray("conditions")
        for condition in fault.conditions { writer.value(condition.phrase) }
        writer.endArray()
        if let parameter = fault.parameter {
            writer.beginObject("parameter")
            writer.member("meaning", parameter.meaning)
            writer.member("form", parameter.form)
            if let standard = parameter.standard { writer.member("standard", standard.description) }
            writer.endObject()
        }
        writer.endObject()
    }
}
