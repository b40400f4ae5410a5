import DomainKit
import Testing

@Suite
struct ExecutingTests {
    @Test
    func `decided events are saved`() async throws {
        let counters = ContendedCounters()
        #expect(try await counters.execute(.add, on: "c", retrying: ConflictRetry()) == 1)
        #expect(await counters.load("c") == Versioned(state: 1, version: 1))
    }

    @Test
    func `deciding nothing saves nothing`() async throws {
        let counters = ContendedCounters(events: [.added])
        #expect(try await counters.execute(.leave, on: "c", retrying: ConflictRetry()) == 1)
        #expect(await counters.saves == 0)
    }

    @Test
    func `on a conflict, the command is retried on fresh state`() async throws {
        let counters = ContendedCounters(rivals: 2)
        #expect(try await counters.execute(.add, on: "c", retrying: ConflictRetry(attempts: 3)) == 3)
        #expect(await counters.loads == 3)
    }

    @Test
    func `the second attempt decides on the changed state`() async {
        let counters = ContendedCounters(events: [.added, .added], rivals: 1)
        await #expect(throws: CounterDecider.Full.self) {
            try await counters.execute(.add, on: "c", retrying: ConflictRetry())
        }
        #expect(await counters.saves == 1)
    }

    @Test
    func `a rejected command is not retried`() async {
        let counters = ContendedCounters(events: [.added, .added, .added])
        await #expect(throws: CounterDecider.Full.self) {
            try await counters.execute(.add, on: "c", retrying: ConflictRetry(attempts: 9))
        }
        #expect(await counters.loads == 1)
    }

    @Test
    func `the conflict of the last attempt is thrown`() async {
        let counters = ContendedCounters(rivals: 2)
        let conflict = await #expect(throws: ConcurrencyConflict.self) {
            try await counters.execute(.add, on: "c", retrying: ConflictRetry(attempts: 2))
        }
        #expect(conflict == ConcurrencyConflict(stream: "c", expected: 1, actual: 2))
        #expect(await counters.saves == 2)
    }

    @Test
    func `an attempt limit below one counts as one`() async throws {
        #expect(ConflictRetry(attempts: -1).attempts == 1)
        #expect(try await ContendedCounters().execute(.add, on: "c", retrying: ConflictRetry(attempts: 0)) == 1)
    }

    @Test
    func `a cancelled task does not retry`() async {
        let counters = ContendedCounters(rivals: 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await counters.execute(.add, on: "c", retrying: ConflictRetry())
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await counters.saves == 1)
    }

    @Test
    func `a conflict names the stream, both versions and the remedy`() {
        let conflict = ConcurrencyConflict(stream: "item-42\u{1B}", expected: 7, actual: 9)
        #expect(
            conflict.message
                == #"expected "item-42\u{1B}" at version 7, it is at 9: read it again and decide again"#)
    }
}
