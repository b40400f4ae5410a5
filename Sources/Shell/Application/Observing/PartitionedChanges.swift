import DomainKit
import Nacre
import Synchronization

/// The change feeds of the parts of a read model: a change wakes only the observers of its part.
///
/// One subscription of the log serves all observers. It begins with the first wait, and ends with the last one. What a
/// change concerns is found out once for all of them; if that fails, it wakes every observer, whose own query then meets
/// the error.
///
/// Marks are log positions, as those of `LogChanges`.
final class PartitionedChanges<Part: Hashable & Sendable>: Sendable {
    // PAGE-10: One follower of the log wakes the observers of a change's owner.

    private struct State {
        var waits = PartitionedWaits<Part>()
        var lastNumber: UInt64 = 0

        /// The subscription, while anything waits.
        var follower: (number: UInt64, task: Task<Void, Never>)?

        mutating func number() -> UInt64 {
            lastNumber += 1
            return lastNumber
        }

        /// Ends the subscription if nothing waits.
        mutating func endIfIdle() {
            guard waits.isEmpty else { return }
            follower?.task.cancel()
            follower = nil
        }
    }

    private let store: any EventStore
    private let query: Query
    private let scope: @Sendable (RecordedEvent) async throws -> ChangeScope<Part>
    private let state = Mutex(State())

    /// Creates feeds.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - query: The events that change the read model.
    ///   - scope: What an event concerns. A part that it names never changes.
    init(
        of store: any EventStore, matching query: Query,
        by scope: @escaping @Sendable (RecordedEvent) async throws -> ChangeScope<Part>
    ) {
        (self.store, self.query, self.scope) = (store, query, scope)
    }

    /// The number of waiting observers.
    var waiting: Int { state.withLock { $0.waits.count } }

    /// Whether the log is followed.
    var isFollowing: Bool { state.withLock { $0.follower != nil } }

    /// The feed for observers of a scope.
    func feed(of scope: ChangeScope<Part>) -> some ChangeFeed { Feed(changes: self, scope: scope) }

    private struct Feed: ChangeFeed {
        let changes: PartitionedChanges
        let scope: ChangeScope<Part>

        func mark() async throws -> UInt64 { try await changes.store.head() }

        func waitForChange(after mark: UInt64) async throws { try await changes.wait(for: scope, after: mark) }
    }
}

// MARK: Waiting

extension PartitionedChanges {
    private func wait(for scope: ChangeScope<Part>, after mark: Position) async throws {
        let number = state.withLock { $0.number() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiter = PartitionedWaits<Part>.Waiter(mark: mark, continuation: continuation)
                if !add(waiter, number, for: scope) {
                    continuation.resume()
                } else if Task.isCancelled {
                    // If the task was cancelled before the waiter was added, the handler below may have run too early
                    // to find it.
                    cancel(number, for: scope)
                }
            }
        } onCancel: {
            cancel(number, for: scope)
        }
    }

    /// Adds a waiter; returns `false` if there has been a change already.
    private func add(
        _ waiter: PartitionedWaits<Part>.Waiter, _ number: UInt64, for scope: ChangeScope<Part>
    ) -> Bool {
        state.withLock { state in
            guard state.waits.add(waiter, number, for: scope) else { return false }
            guard state.follower == nil else { return true }
            state.waits.skip(to: waiter.mark)
            let (follower, position) = (state.number(), state.waits.position)
            state.follower = (follower, Task { await self.follow(after: position, as: follower) })
            return true
        }
    }

    private func cancel(_ number: UInt64, for scope: ChangeScope<Part>) {
        let waiter = state.withLock { state in
            defer { state.endIfIdle() }
            return state.waits.remove(number, for: scope)
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }
}

// MARK: Following

extension PartitionedChanges {
    @concurrent private func follow(after position: Position, as number: UInt64) async {
        do {
            for try await message in store.subscribe(after: position, matching: query) {
                guard case .event(let event) = message else { continue }
                let scope = try await knownScope(of: event)
                let woken = state.withLock { state in
                    defer { state.endIfIdle() }
                    return state.waits.note(event.position, in: scope)
                }
                for waiter in woken { waiter.continuation.resume() }
            }
        } catch {
            let failed = state.withLock { state -> [PartitionedWaits<Part>.Waiter] in
                // After it was cancelled, those who wait have another subscription.
                guard state.follower?.number == number else { return [] }
                state.follower = nil
                return state.waits.removeAll()
            }
            for waiter in failed { waiter.continuation.resume(throwing: error) }
        }
    }

    private func knownScope(of event: RecordedEvent) async throws -> ChangeScope<Part> {
        do {
            return try await scope(event)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // Each observer's own query meets the error, if it concerns it.
            return .everything
        }
    }
}
