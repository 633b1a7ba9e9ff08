import CTAP
import Testing

@Suite struct GestureScriptTests {
    @Test func wordsAnswerOnePromptEachAndTheLastRepeats() async throws {
        let script = try GestureScript(parsing: "approve pin:12:34, select:2 deny")
        var answers: [Gesture] = []
        for _ in 0..<6 { answers.append(await script.answer(.presence(.selection))) }
        #expect(answers == [.approve, .pin("12:34"), .select(2), .deny, .deny, .deny])
    }

    @Test func withoutWordsTheUserVerifies() async {
        #expect(await GestureScript().answer(.presence(.reset)) == .verify)
    }

    @Test func aWaitIsNoAnswer() async throws {
        #expect(try await GestureScript(parsing: "wait:1ms deny").answer(.presence(.reset)) == .deny)
        #expect(try await GestureScript(parsing: "wait:1ms").answer(.presence(.reset)) == .verify)
    }

    @Test func aHangEndsWithItsTask() async throws {
        let script = try GestureScript(parsing: "hang")
        let task = Task { await script.answer(.presence(.reset)) }
        task.cancel()
        #expect(await task.value == .cancel)
    }

    @Test(arguments: [
        "", " ", "aprove", "pin:", "select:0", "select:x", "wait:5h", "wait:99999999", "pin", "hang:1",
    ])
    func wrongScriptsAreRefused(text: String) {
        #expect(throws: GestureScript.ScriptError.self) { try GestureScript(parsing: text) }
    }
}
