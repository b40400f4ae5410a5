import DomainKit
import Nacre
import Testing

@testable import Shell

/// A change that is never signalled would be awaited forever.
@Suite(.timeLimit(.minutes(25))) struct PartitionedChangesTests {
    private struct Unreadable: Error {}

    private let store = InMemoryEventStore()

    /// The changes of streams by their names; the part of `unknown` cannot be found out.
    private var changes: PartitionedChanges<StreamName> {
        PartitionedChanges(of: store, matching: .all) { event in
            guard event.stream != "unknown" else { throw Unreadable() }
            return .part(event.stream)
        }
    }

    private func change(_ streams: StreamName...) async throws {
        for stream in streams { try await store.append([EventData(type: "Changed", data: [])], to: stream) }
    }

    private func waiter(
        for scope: ChangeScope<StreamName>, after mark: UInt64 = 0, in changes: PartitionedChanges<StreamName>
    ) -> Task<Void, any Error> {
        Task { try await changes.feed(of: scope).waitForChange(after: mark) }
    }

    @Test func `a change wakes the observers of its part and of everything`() async throws {
        let changes = changes
        let ada = [waiter(for: .part("ada"), in: changes), waiter(for: .part("ada"), in: changes)]
        let (bob, all) = (waiter(for: .part("bob"), in: changes), waiter(for: .everything, in: changes))
        while changes.waiting < 4 { await Task.yield() }
        try await change("ada")
        for woken in ada + [all] { try await woken.value }
        #expect(changes.waiting == 1)
        try await change("carl", "bob")
        try await bob.value
    }

    @Test func `a change whose part cannot be found out wakes every observer`() async throws {
        let changes = changes
        let waiters = [waiter(for: .part("ada"), in: changes), waiter(for: .everything, in: changes)]
        while changes.waiting < 2 { await Task.yield() }
        try await change("unknown")
        for woken in waiters { try await woken.value }
    }

    @Test func `a change before a wait is signalled, whether or not the log was followed meanwhile`() async throws {
        let changes = changes
        try await change("ada", "bob")
        try await waiter(for: .part("ada"), in: changes).value
        let carl = waiter(for: .part("carl"), in: changes)
        try await change("carl")
        try await carl.value
        try await waiter(for: .part("ada"), in: changes).value
        try await waiter(for: .part("bob"), after: 1, in: changes).value
        try await waiter(for: .everything, after: 2, in: changes).value
        #expect(changes.waiting == 0)
    }

    @Test func `a wait after the last change of its part goes on`() async throws {
        let changes = changes
        try await change("ada")
        let ada = waiter(for: .part("ada"), after: 1, in: changes)
        while changes.waiting == 0 { await Task.yield() }
        for number in 0..<10 {
            let other = waiter(for: .part("bob"), after: UInt64(number + 1), in: changes)
            try await change("bob")
            try await other.value
            #expect(changes.waiting == 1)
        }
        try await change("ada")
        try await ada.value
    }

    @Test func `changes of more parts than are kept are signalled`() async throws {
        let changes = changes
        let last = waiter(for: .part("last"), in: changes)
        while changes.waiting == 0 { await Task.yield() }
        for hundred in 0..<50 {
            try await store.append(
                Commit {
                    for number in 0..<100 {
                        Append(EventData(type: "Changed", data: []), to: StreamName("part-\(hundred * 100 + number)"))
                    }
                })
        }
        let kept = waiter(for: .part("kept"), after: try await store.head(), in: changes)
        while changes.waiting < 2 { await Task.yield() }
        try await waiter(for: .part("part-0"), in: changes).value
        try await change("kept", "last")
        try await kept.value
        try await last.value
    }

    @Test func `the log is followed while something waits`() async throws {
        let changes = changes
        #expect(!changes.isFollowing)
        let (ada, bob) = (waiter(for: .part("ada"), in: changes), waiter(for: .part("bob"), in: changes))
        while changes.waiting < 2 { await Task.yield() }
        ada.cancel()
        await #expect(throws: CancellationError.self) { try await ada.value }
        #expect(changes.isFollowing)
        bob.cancel()
        await #expect(throws: CancellationError.self) { try await bob.value }
        #expect(changes.waiting == 0)
        #expect(!changes.isFollowing)
        let again = waiter(for: .part("ada"), in: changes)
        try await change("ada")
        try await again.value
        #expect(!changes.isFollowing)
    }

    @Test func `a task cancelled beforehand does not wait`() async throws {
        let changes = changes
        let waiting = Task {
            while !Task.isCancelled { await Task.yield() }
            try await changes.feed(of: .part("ada")).waitForChange(after: 0)
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(changes.waiting == 0)
        #expect(!changes.isFollowing)
    }

    @Test func `an error of the log reaches every observer, and the next wait follows it again`() async throws {
        let changes = changes
        let waiters = [waiter(for: .part("ada"), in: changes), waiter(for: .everything, in: changes)]
        while changes.waiting < 2 { await Task.yield() }
        await store.close()
        for ended in waiters + [waiter(for: .part("bob"), in: changes)] {
            let error = await #expect(throws: EventStoreError.self) { try await ended.value }
            #expect(error?.code == .closed)
        }
        #expect(!changes.isFollowing)
    }
}
