/// How the tool ends; the numbers are a contract with scripts.
enum ExitStatus: Int32 {
    /// Done, or accepted by the verifier.
    case done = 0
    /// Rejected by the verifier.
    case rejected = 1
    /// Bad arguments, or a file that is not what it must be.
    case badInput = 2
    /// The browser would have rejected the promise.
    case promiseRejected = 3
    /// The environment lacks something.
    case environment = 4
    /// The store is busy or damaged.
    case store = 5
    /// A defect of the tool itself.
    case defect = 70
}

/// Why a verb could not do its work: a status, and what to say on standard error.
struct CommandFailure: Error {
    let status: ExitStatus
    let message: String
    /// What goes to standard output all the same: the error object of a rejected promise.
    var output: [UInt8] = []

    static func badInput(_ message: String) -> CommandFailure {
        CommandFailure(status: .badInput, message: message)
    }
    static func environment(_ message: String) -> CommandFailure {
        CommandFailure(status: .environment, message: message)
    }
    static func store(_ message: String) -> CommandFailure {
        CommandFailure(status: .store, message: message)
    }
}
