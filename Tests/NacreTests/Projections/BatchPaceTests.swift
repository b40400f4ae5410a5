import Testing

@testable import Nacre

@Suite struct BatchPaceTests {
    private func pace(events: Int = 1_000) -> BatchPace {
        BatchPace(.init(events: events, duration: .milliseconds(100)))
    }

    @Test func `a batch has the maximum number of events until one takes too long`() {
        var pace = pace()
        #expect(pace.events == 1_000)
        pace.took(.milliseconds(100), for: 1_000)
        #expect(pace.events == 1_000)
        pace.took(.milliseconds(400), for: 1_000)
        #expect(pace.events == 250)
    }

    @Test func `a batch has at least one event and one commit`() {
        var pace = pace()
        pace.took(.seconds(3_600), for: 1_000)
        #expect(pace.events == 1)
        #expect(BatchPace(.init(events: 0)).events == 1)
    }

    @Test func `a batch grows again to the size that the time allows, at most 64 times at once`() {
        var pace = pace(events: 10_000)
        pace.took(.seconds(1_000), for: 10_000)
        var seen = [pace.events]
        for _ in 0..<4 {
            pace.took(.milliseconds(1), for: pace.events)
            seen.append(pace.events)
        }
        #expect(seen == [1, 64, 4_096, 10_000, 10_000])
    }

    @Test func `no batch grows to the size of one that was cut`() {
        var pace = pace()
        pace.took(.milliseconds(1), for: 400)
        pace.wasCut(at: 400)
        #expect(pace.events == 350)
        pace.took(.milliseconds(1), for: 350)
        #expect(pace.events == 350)
        pace.wasCut(at: 1)
        #expect(pace.events == 1)
    }

    @Test func `the time to apply events is limited too`() {
        var pace = BatchPace(.init(events: 1_000, gathering: .milliseconds(100), duration: .milliseconds(10)))
        pace.took(gathering: .milliseconds(200), .milliseconds(1), for: 1_000)
        #expect(pace.events == 500)
    }

    @Test func `the first batch has at most 16,384 events`() {
        #expect(pace(events: 1_000_000).events == 16_384)
    }
}
