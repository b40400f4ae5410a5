import Testing

@testable import Nacre

@Suite struct BatchPaceTests {
    private func pace(events: Int = 1_000) -> BatchPace {
        BatchPace(.init(events: events, duration: .milliseconds(100)))
    }

    @Test func `a batch has as many events as it may, until one takes too long`() {
        var pace = pace()
        #expect(pace.events == 1_000)
        pace.took(.milliseconds(100), for: 1_000)
        #expect(pace.events == 1_000)
        pace.took(.milliseconds(400), for: 1_000)
        #expect(pace.events == 250)
    }

    @Test func `it has one event at least, and one commit`() {
        var pace = pace()
        pace.took(.seconds(3_600), for: 1_000)
        #expect(pace.events == 1)
        #expect(BatchPace(.init(events: 0)).events == 1)
    }

    @Test func `it grows again by doubling, up to the number that it may have`() {
        var pace = pace()
        pace.took(.milliseconds(800), for: 1_000)
        var seen: [Int] = []
        for _ in 0..<4 {
            pace.took(.milliseconds(10), for: pace.events)
            seen.append(pace.events)
        }
        #expect(seen == [250, 500, 1_000, 1_000])
    }
}
