import FeatureCache
import Testing

@Suite
struct AnswerKeyTests {
    @Test
    func `keys are compared by bytes`() {
        #expect(AnswerKey("caf\u{E9}") != AnswerKey("cafe\u{301}"))
        #expect(AnswerKey("caf\u{E9}") == AnswerKey("caf\u{E9}"))
    }
}
