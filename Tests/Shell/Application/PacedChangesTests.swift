import DomainKit
import Synchronization
import Testing

@testable import Shell

@Suite(.timeLimit(.minutes(25))) struct PacedChangesTests {
    @Test func `a live query runs once in an interval, and ends with the last value`() async throws {
        let (signal, interval) = (ChangeSignal(), Duration.milliseconds(20))
        let value = Mutex(0)
        let runs = Mutex<[ContinuousClock.Instant]>([])
        let values = LiveValues(following: PacedChanges(signal, interval: interval)) {
            runs.withLock { $0.append(.now) }
            return value.withLock { $0 }
        }
        let changing = Task {
            for number in 1...500 {
                value.withLock { $0 = number }
                signal.changed()
                try await Task.sleep(for: .microseconds(200))
            }
        }
        for try await value in values where value == 500 { break }
        try await changing.value
        let times = runs.withLock { $0 }
        #expect(times.count > 2)
        for (one, next) in zip(times.dropFirst(), times.dropFirst(2)) {
            // The mark is read a moment before the query runs.
            #expect(one.duration(to: next) > interval / 2)
        }
    }
}
