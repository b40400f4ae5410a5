import DomainKit
import Testing

@Suite
struct DeciderTests {
    @Test
    func `replaying folds the events from the initial state`() {
        #expect(CounterDecider.replay([.added, .added]) == 2)
        #expect(CounterDecider.replay([]) == 0)
    }

    @Test
    func `replaying continues from a given state`() {
        #expect(CounterDecider.replay([.added], from: 7) == 8)
    }
}
