/// What `understudy demo` tells on the way.
enum DemoWords {
    static let summary = "a whole registration and sign-in, narrated"

    static let title = "A passkey's life in three acts\n"
    static let registration = "1  Registration"
    static let signIn = "2  Sign-in"
    static let lie = "3  A lie, and the rule that catches it"

    static func options(_ verb: String, _ count: Int) -> String {
        "The server makes options for \(verb)() and sends them to the page (\(count) bytes):"
    }
    static let between = "Between page, client, authenticator and user:"
    static func response(_ count: Int) -> String { "The page posts what came of it (\(count) bytes):" }
    static let verdict = "The server verifies it, step by step:"
    static func passed(_ count: Int) -> String { "\(count) rules were checked and hold." }
    static let theLie =
        "The same answer, but the page was served from https://login.example.org.evil.example. The signature is right, since the authenticator signs what the client tells it; the client data gives it away:"
    static func outcome(_ verdict: String, _ failing: [String]) -> String {
        "verdict: \(verdict)" + (failing.isEmpty ? "" : "\n  failing: " + failing.joined(separator: ", "))
    }
    static let next = """
        Try it with options of your own:
          understudy create --origin https://login.example.org --options options.json > response.json
          understudy verify registration --origin https://login.example.org --options options.json --response response.json
          understudy explain response.json
        """
}
