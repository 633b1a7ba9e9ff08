internal import WebAuthnModel

/// A fault that is to be planted, with its value.
public struct PlannedFault: Sendable {
    /// The fault.
    public let fault: Fault
    /// What was given behind its ID, or stands for it.
    public let value: FaultValue

    /// Reads `ID` or `ID=VALUE`.
    ///
    /// - Throws: ``FaultError`` with what would be right.
    public init(parsing text: String) throws(FaultError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let fault = FaultCatalog.fault(named: name) else {
            throw .unknown(name, near: FaultCatalog.names(near: name))
        }
        try self.init(fault, value: parts.count == 2 ? String(parts[1]) : nil)
    }

    /// A fault of the catalogue with a value; nil for the one that it takes by itself.
    public init(_ fault: Fault, value text: String? = nil) throws(FaultError) {
        self.fault = fault
        guard let parameter = fault.parameter else {
            guard text == nil else { throw .takesNoValue(fault.id) }
            value = .nothing
            return
        }
        guard let text else {
            guard let standard = parameter.standard else {
                throw .needsValue(fault.id, meaning: parameter.meaning, form: parameter.form)
            }
            value = standard
            return
        }
        guard let value = parameter.value(text) else {
            throw .wrongValue(fault.id, value: text, meaning: parameter.meaning, form: parameter.form)
        }
        self.value = value
    }

    /// `ID` or `ID=VALUE`.
    public var description: String { value == .nothing ? "\(fault.id)" : "\(fault.id)=\(value)" }

    var edits: [FaultEdit] { fault.edits(value) }
}
