import Testing
import WebAuthnModel

@Suite struct PunycodeTests {
    /// RFC 3492 section 7.1 (A, B, I, L) and names of the list.
    @Test(arguments: [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("公司", "55qx5d"), ("食狮", "85x722f"), ("中国", "fiqs8s"),
        ("bücher", "bcher-kva"), ("", ""),
    ])
    func punycode(label: String, encoded: String) {
        #expect(Punycode.encode(label) == encoded)
    }
}
