import DomainKit
import Nacre
import NacreServices
import NacreTesting
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import Testing

/// A live query and a subscription in a service that is stopped.
@Suite(.timeLimit(.minutes(25)))
struct UntilShutdownTests {
    private let store = InMemoryEventStore()

    private var heads: LiveValues<Position> {
        LiveValues(following: LogChanges(of: store, matching: .all)) { [store] in try await store.head() }
    }

    private func happen() async throws { try await store.append([EventData(type: "Happened", data: [])], to: "a-1") }

    /// A screen that shows the values of a live query.
    private struct Screen: Service {
        let heads: LiveValues<Position>
        let show: @Sendable (Position) async throws -> Void

        func run() async throws {
            for try await head in heads.untilShutdown() { try await show(head) }
        }
    }

    @Test func `a live query in a service ends without an error on graceful shutdown`() async throws {
        try await happen()
        let shown = Mutex<[Position]>([])
        try await testGracefulShutdown { trigger in
            try await Screen(heads: heads) { head in
                shown.withLock { $0.append(head) }
                if head == 1 { try await happen() } else { trigger.triggerGracefulShutdown() }
            }.run()
        }
        #expect(shown.withLock(\.self) == [1, 2])
    }

    @Test func `a waiting query ends on graceful shutdown, and its group ends without an error`() async throws {
        let shown = WaitableValue(0)
        let group = ServiceGroup(
            services: [Screen(heads: heads) { _ in shown.change { $0 += 1 } }],
            logger: .silent)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            try await shown.wait { $0 == 1 }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `a cancelled task ends the query without an error`() async throws {
        let shown = WaitableValue(0)
        let task = Task { [heads] in
            try await Screen(heads: heads) { _ in shown.change { $0 += 1 } }.run()
        }
        try await shown.wait { $0 == 1 }
        task.cancel()
        try await task.value
    }

    @Test func `a graceful shutdown does not cancel the handling of a value`() async throws {
        let wasCancelled = Mutex<Bool?>(nil)
        try await testGracefulShutdown { trigger in
            try await Screen(heads: heads) { _ in
                trigger.triggerGracefulShutdown()
                await Task.yield()
                wasCancelled.withLock { $0 = Task.isCancelled }
            }.run()
        }
        #expect(wasCancelled.withLock(\.self) == false)
    }

    @Test func `an error of the query is thrown`() async throws {
        let shown = WaitableValue(0)
        let task = Task { [heads] in
            try await Screen(heads: heads) { _ in shown.change { $0 += 1 } }.run()
        }
        try await shown.wait { $0 == 1 }
        await store.close()
        let error = await #expect(throws: EventStoreError.self) { try await task.value }
        #expect(error?.code == .closed)
    }

    @Test func `a subscription ends in the same way`() async throws {
        try await happen()
        let seen = Mutex<[Position]>([])
        try await testGracefulShutdown { trigger in
            for try await message in store.subscribe(after: 0, matching: .all).untilShutdown() {
                switch message {
                case .event(let event): seen.withLock { $0.append(event.position) }
                case .caughtUp: trigger.triggerGracefulShutdown()
                }
            }
        }
        #expect(seen.withLock(\.self) == [1])
    }
}
