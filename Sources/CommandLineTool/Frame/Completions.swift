/// Shell completions, made from the table of verbs.
enum Completions {
    static let shells = ["bash", "zsh", "fish"]

    static func script(for shell: String, _ root: Verb) -> String {
        switch shell {
        case "fish": fish(root)
        case "zsh": "#compdef understudy\nautoload -U +X bashcompinit && bashcompinit\n" + bash(root)
        default: bash(root)
        }
    }

    /// Every verb with the path of words that leads to it.
    private static func paths(_ verb: Verb, _ path: [String] = []) -> [(path: [String], verb: Verb)] {
        [(path, verb)] + verb.verbs.flatMap { paths($0, path + [$0.name]) }
    }

    private static func suggestions(_ option: Option) -> [String]? {
        switch option.value {
        case .word(let words): words
        case .suggested(_, let words): words()
        case .none, .text, .file: nil
        }
    }

    private static func bash(_ root: Verb) -> String {
        let cases = paths(root).map { path, verb in
            let words = verb.verbs.map(\.name) + verb.options.map(\.name) + ["--help"]
            return "    \"\(path.joined(separator: " "))\") words=\"\(words.joined(separator: " "))\" ;;"
        }
        let values = paths(root).flatMap(\.verb.options).compactMap { option -> String? in
            guard let words = suggestions(option) else { return nil }
            return
                "    \(option.name)) COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\")); return ;;"
        }
        return """
            _understudy() {
              local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" path="" words=""
              local index
              for ((index = 1; index < COMP_CWORD; index++)); do
                case "${COMP_WORDS[index]}" in -*) break ;; *) path="${path:+$path }${COMP_WORDS[index]}" ;; esac
              done
              case "$previous" in
            \(Set(values).sorted().joined(separator: "\n"))
              esac
              case "$path" in
            \(cases.joined(separator: "\n"))
              esac
              COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
            }
            complete -o filenames -F _understudy understudy

            """
    }

    private static func fish(_ root: Verb) -> String {
        var lines: [String] = []
        for verb in root.verbs {
            lines.append(
                "complete -c understudy -n __fish_use_subcommand -a \(verb.name) -d '\(quoted(verb.summary))'"
            )
        }
        for (path, verb) in paths(root) where !path.isEmpty {
            let seen = path.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
            for below in verb.verbs {
                lines.append(
                    "complete -c understudy -n '\(seen)' -a \(below.name) -d '\(quoted(below.summary))'")
            }
            for option in verb.options {
                var line =
                    "complete -c understudy -n '\(seen)' -l \(option.name.dropFirst(2)) -d '\(quoted(option.help))'"
                switch option.value {
                case .none: break
                case .text: line += " -x"
                case .word, .suggested:
                    line += " -x -a '\((suggestions(option) ?? []).joined(separator: " "))'"
                case .file: line += " -r"
                }
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }
}
