import DomainKit
import NacreTesting
import Testing

@Suite struct ManualTimeSourceTests {
    private let start = Instant(nanosecondsSince1970: 1_000_000_000, decimals: 3)

    @Test func `a manual clock does not advance by itself`() {
        let clock = ManualTimeSource(start)
        #expect(clock.now() == start)
        #expect(clock.now().description == "1970-01-01T00:00:01.000Z")
    }

    @Test func `a manual clock can be set and advanced, forwards and backwards`() {
        let clock = ManualTimeSource(start)
        #expect(clock.advance(by: .milliseconds(1500)).description == "1970-01-01T00:00:02.500Z")
        #expect(clock.now().nanosecondsSince1970 == 2_500_000_000)
        #expect(clock.advance(by: .seconds(-3)).nanosecondsSince1970 == -500_000_000)
        clock.set(start)
        #expect(clock.now() == start)
    }

    @Test func `a manual clock stops at the limits of time`() {
        let clock = ManualTimeSource(start)
        #expect(clock.advance(by: .seconds(Int64.max)).nanosecondsSince1970 == .max)
        #expect(clock.advance(by: .seconds(Int64.min)).nanosecondsSince1970 < 0)
    }

    @Test func `concurrent advances all count`() async {
        let clock = ManualTimeSource(start)
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { _ = clock.advance(by: .seconds(1)) } }
        }
        #expect(clock.now().nanosecondsSince1970 == 101_000_000_000)
    }
}
