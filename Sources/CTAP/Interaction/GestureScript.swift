internal import Synchronization

/// A person who follows a script: one word a prompt, in order, the last one for all that come after.
public final class GestureScript: User {
    /// One word of a script.
    public enum Word: Hashable, Sendable {
        /// What to do.
        case gesture(Gesture)
        /// Never answer.
        case hang
        /// Let this many milliseconds pass, then go on with the next word.
        case wait(milliseconds: Int)
    }

    /// Why a script cannot be read.
    public enum ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
        /// No words.
        case empty
        /// A word that is not in the vocabulary, or whose argument is wrong; positions count from 1.
        case word(String, position: Int)

        /// A sentence for people.
        public var description: String {
            switch self {
            case .empty: "the gesture script is empty; its words are \(GestureScript.vocabulary)"
            case .word(let word, let position):
                "word \(position) of the gesture script is \"\(word)\"; its words are \(GestureScript.vocabulary)"
            }
        }
    }

    /// The words, as the help text shows them.
    public static let vocabulary =
        "approve verify fail-verification pin:1234 select:2 deny cancel abort timeout hang wait:500ms"

    private let words: [Word]
    private let position = Mutex(0)

    /// Follows the words; without any, always `verify`.
    public init(_ words: [Word] = []) { self.words = words.isEmpty ? [.gesture(.verify)] : words }

    /// Reads a script of words separated by spaces or commas.
    public convenience init(parsing script: String) throws(ScriptError) {
        var words: [Word] = []
        for text in script.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" }) {
            guard let word = Self.word(String(text)) else {
                throw .word(String(text), position: words.count + 1)
            }
            words.append(word)
        }
        guard !words.isEmpty else { throw .empty }
        self.init(words)
    }

    private static func word(_ text: String) -> Word? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        if parts.count == 2 {
            switch parts[0] {
            case "pin": return parts[1].isEmpty ? nil : .gesture(.pin(parts[1]))
            case "select": return Int(parts[1]).flatMap { $0 >= 1 ? .gesture(.select($0)) : nil }
            case "wait": return milliseconds(parts[1]).map(Word.wait(milliseconds:))
            default: return nil
            }
        }
        return switch text {
        case "approve": .gesture(.approve)
        case "verify": .gesture(.verify)
        case "fail-verification": .gesture(.failVerification)
        case "deny": .gesture(.deny)
        case "cancel": .gesture(.cancel)
        case "abort": .gesture(.abort)
        case "timeout": .gesture(.timeout)
        case "hang": .hang
        default: nil
        }
    }

    /// `500ms`, `2s` or a bare number of milliseconds, at most one hour.
    private static func milliseconds(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number <= 3_600_000 else { return nil }
        let milliseconds: Int? =
            switch text.dropFirst(digits.count) {
            case "", "ms": number
            case "s": number * 1000
            default: nil
            }
        return milliseconds.flatMap { $0 <= 3_600_000 ? $0 : nil }
    }

    private func next() -> Word {
        position.withLock { position in
            defer { if position < words.count - 1 { position += 1 } }
            return words[position]
        }
    }

    /// Follows the script; a cancelled task answers `cancel`.
    public func answer(_ prompt: UserPrompt) async -> Gesture {
        var waited = false
        while true {
            switch next() {
            case .gesture(let gesture): return gesture
            case .hang:
                do { while true { try await Task.sleep(for: .seconds(3600)) } } catch { return .cancel }
            case .wait(let milliseconds):
                // A script that ends with a wait has no word for what follows: the default does.
                if waited { return .verify }
                waited = words.last == .wait(milliseconds: milliseconds)
                do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return .cancel }
            }
        }
    }
}
