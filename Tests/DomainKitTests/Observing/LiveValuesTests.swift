import DomainKit
import Synchronization
import Testing

/// A number with a change feed.
private final class Followed: Sendable {
    struct Unreadable: Error {}

    let changes = ChangeSignal()
    private let value = Mutex(0)
    private let isReadable = Mutex(true)

    var live: LiveValues<Int> {
        LiveValues(following: changes) { [self] in try read() }
    }

    private func read() throws -> Int {
        guard isReadable.withLock({ $0 }) else { throw Unreadable() }
        return value.withLock { $0 }
    }

    func set(_ number: Int) {
        value.withLock { $0 = number }
        changes.changed()
    }

    func increment() {
        value.withLock { $0 += 1 }
        changes.changed()
    }

    func setReadable(_ isReadable: Bool) {
        self.isReadable.withLock { $0 = isReadable }
        changes.changed()
    }
}

/// A value that never arrives would be awaited forever.
@Suite(.timeLimit(.minutes(25)))
struct LiveValuesTests {
    @Test func `live values begin with the current value, then deliver its changes`() async throws {
        let number = Followed()
        var values = number.live.makeAsyncIterator()
        #expect(try await values.next() == 0)
        number.set(1)
        #expect(try await values.next() == 1)
        let told = Task { [values] in
            var values = values
            return try await values.next()
        }
        while number.changes.waiting == 0 { await Task.yield() }
        number.set(2)
        #expect(try await told.value == 2)
    }

    @Test func `a slow consumer gets only the newest value`() async throws {
        let number = Followed()
        var values = number.live.makeAsyncIterator()
        _ = try await values.next()
        for value in 1...5 { number.set(value) }
        #expect(try await values.next() == 5)
        number.set(6)
        #expect(try await values.next() == 6)
    }

    @Test func `a value equal to the previous one is not delivered`() async throws {
        let number = Followed()
        var values = number.live.makeAsyncIterator()
        #expect(try await values.next() == 0)
        let told = Task { [values] in
            var values = values
            return try await values.next()
        }
        for _ in 1...3 {
            while number.changes.waiting == 0 { await Task.yield() }
            number.set(0)
        }
        while number.changes.waiting == 0 { await Task.yield() }
        number.set(7)
        #expect(try await told.value == 7)
    }

    @Test func `a change during the query is delivered next`() async throws {
        let value = Mutex(0)
        let changes = ChangeSignal()
        var values = LiveValues(following: changes) {
            let seen = value.withLock { $0 }
            if seen < 3 {
                value.withLock { $0 = seen + 1 }
                changes.changed()
            }
            return seen
        }.makeAsyncIterator()
        for number in 0...3 { #expect(try await values.next() == number) }
    }

    @Test func `an optional value is delivered when it appears and when it disappears`() async throws {
        let value = Mutex<Int?>(nil)
        let changes = ChangeSignal()
        var values = LiveValues(following: changes) { value.withLock { $0 } }.makeAsyncIterator()
        for next in [nil, 1, nil, 2] {
            value.withLock { $0 = next }
            changes.changed()
            #expect(try await values.next() == .some(next))
        }
    }

    @Test(arguments: 1...20)
    func `racing changes deliver the last value, in order and without repeats`(
        round: Int
    ) async throws {
        let (writers, changes) = (4, 50)
        let number = Followed()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<writers {
                group.addTask {
                    for _ in 0..<changes {
                        number.increment()
                        await Task.yield()
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    var last = -1
                    for try await value in number.live {
                        #expect(value > last)
                        last = value
                        if value == writers * changes { return }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(number.changes.waiting == 0)
    }

    @Test func `cancellation ends a waiting iteration and leaves no waiter`() async throws {
        let number = Followed()
        let consumer = Task {
            for try await _ in number.live {}
        }
        while number.changes.waiting == 0 { await Task.yield() }
        consumer.cancel()
        await #expect(throws: CancellationError.self) { try await consumer.value }
        #expect(number.changes.waiting == 0)
    }

    @Test func `a task cancelled beforehand gets no value`() async throws {
        let number = Followed()
        let consumer = Task {
            while !Task.isCancelled { await Task.yield() }
            for try await value in number.live { Issue.record("\(value)") }
        }
        consumer.cancel()
        await #expect(throws: CancellationError.self) { try await consumer.value }
        #expect(number.changes.waiting == 0)
    }

    @Test func `a task cancelled before it begins to wait does not wait`() async throws {
        let changes = ChangeSignal()
        let waiting = Task {
            while !Task.isCancelled { await Task.yield() }
            try await changes.waitForChange(after: 0)
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(changes.waiting == 0)
    }

    @Test func `an error ends the iteration, and a new iteration begins with the current value`() async throws {
        let number = Followed()
        let live = number.live
        var values = live.makeAsyncIterator()
        #expect(try await values.next() == 0)
        number.setReadable(false)
        await #expect(throws: Followed.Unreadable.self) { try await values.next() }
        number.setReadable(true)
        #expect(try await values.next() == nil)
        var again = live.makeAsyncIterator()
        #expect(try await again.next() == 0)
    }
}
