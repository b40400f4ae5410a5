import Foundation
import Synchronization

/// A reader that takes its time, as an export to a slow place does.
struct SlowReading: Hashable, Sendable, Codable {
    /// How events reach it.
    var path: ReplayPath

    /// Nanoseconds from one event to the next; the greatest number there is for one that keeps to the first event.
    var interval: UInt64

    /// A reader that stays in the call that hands it the first event: it holds one read transaction all the time.
    static let held = SlowReading(path: .scan, interval: .max)

    /// Below so many nanoseconds it does not rest, but goes on until it is that much ahead.
    private static let shortestRest: UInt64 = 1_000_000

    /// Reads the log, again and again, until it is told to stop.
    @concurrent
    func run(on session: any MaintainedSession, counting events: Counter, until stop: StopSign) async throws {
        while !stop.isRaised {
            let start = monotonicNanoseconds()
            let before = events.value
            try await session.read(path) {
                rest(start, events.add() - before, stop)
                return !stop.isRaised
            }
            // An empty log has nothing to take time over.
            if events.value == before { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    /// Rests until the time of the next event has come.
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

    /// A number that goes up.
    final class Counter: Sendable {
        private let count = Atomic<UInt64>(0)

        var value: UInt64 { count.load(ordering: .relaxed) }

        /// Adds one, and gives the sum.
        func add() -> UInt64 { count.add(1, ordering: .relaxed).newValue }
    }
}
