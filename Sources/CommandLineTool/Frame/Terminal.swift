import Glibc

/// Standard output and standard error, as file descriptors: what is printed is written before it returns.
enum Terminal {
    /// Results, for programs: JSON, or text that was asked for.
    static func output(_ bytes: [UInt8]) throws(CommandFailure) {
        guard write(bytes, to: STDOUT_FILENO) else {
            throw .environment(Words.cannotWriteOutput(String(cString: strerror(errno))))
        }
    }

    /// Results with a line break behind them.
    static func outputLine(_ bytes: [UInt8]) throws(CommandFailure) {
        try output(bytes + [UInt8(ascii: "\n")])
    }

    /// Words for people; a control character in them comes from a file, and is shown instead of obeyed.
    static func say(_ text: String) {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control, scalar != "\n", scalar != "\t" {
                shown += scalar.escaped(asASCII: true).unicodeScalars
            } else {
                shown.append(scalar)
            }
        }
        // Nobody is left to tell when standard error is closed.
        _ = write(Array(String(shown).utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    }

    /// Whether a person reads standard error.
    static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }
    /// Whether a person reads standard output.
    static var outputIsInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes all of it; false when the system will not, and errno says why.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
