import Foundation
import Synchronization

/// A slow reader, such as an export to slow storage.
struct SlowReading: Hashable, Sendable, Codable {
    var path: ReplayPath

    /// Nanoseconds from one event to the next; the maximum for a reader that stays at the first event.
    var interval: UInt64

    /// A reader that stays in the call that delivers the first event: it holds one read transaction all the time.
    static let held = SlowReading(path: .scan, interval: .max)

    /// The shortest pause in nanoseconds: the reader continues until it is this far ahead of its schedule.
    private static let shortestRest: UInt64 = 1_000_000

    /// Reads the log repeatedly, until it is stopped.
    @concurrent
    func run(on session: any MaintainedSession, counting events: Counter, until stop: StopSign) async throws {
        while !stop.isRaised {
            let start = monotonicNanoseconds()
            let before = events.value
            try await session.read(path) {
                rest(start, events.add() - before, stop)
                return !stop.isRaised
            }
            // An empty log has no events to pause between.
            if events.value == before { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    private func rest(_ start: UInt64, _ count: UInt64, _ stop: StopSign) {
        guard interval != .max else {
            while !stop.isRaised { Thread.sleep(forTimeInterval: 0.001) }
            return
        }
        let due = start + count * interval
        var now = monotonicNanoseconds()
        guard due > now, due - now > Self.shortestRest else { return }
        while now < due, !stop.isRaised {
            Thread.sleep(forTimeInterval: Double(min(due - now, 10 * Self.shortestRest)) / 1e9)
            now = monotonicNanoseconds()
        }
    }

    final class Counter: Sendable {
        private let count = Atomic<UInt64>(0)

        var value: UInt64 { count.load(ordering: .relaxed) }

        func add() -> UInt64 { count.add(1, ordering: .relaxed).newValue }
    }
}
