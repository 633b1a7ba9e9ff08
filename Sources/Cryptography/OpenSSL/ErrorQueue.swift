import COpenSSL

/// OpenSSL's per-thread list of errors, which is left as it was found.
///
/// Usage: `ErrorQueue.mark()` and `defer { ErrorQueue.restore() }` at the head of whatever may fail.
package enum ErrorQueue {
    /// Whether this thread's list has nothing in it; the tests ask.
    package static var isEmpty: Bool { ERR_peek_error() == 0 }

    /// Remembers the end of the list.
    static func mark() { ERR_set_mark() }

    /// Removes everything since the mark.
    static func restore() { ERR_pop_to_mark() }

    /// The error for a call that failed, with the reason that OpenSSL gave last.
    static func failure(_ function: StaticString) -> CryptographyError {
        let reason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) }
        return .library(function: "\(function)", reason: reason ?? "out of memory or not available")
    }
}
