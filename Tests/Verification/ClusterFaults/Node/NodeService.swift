import ConsistencyChecking
import Nacre
import NacreReplicated
import Synchronization

/// Answers requests with the store of a node.
final class NodeService: Sendable {
    private let store: ReplicatedEventStore
    private let seed: UInt64
    private let followed = Mutex(Followed())

    init(_ store: ReplicatedEventStore, seed: UInt64) {
        self.store = store
        self.seed = seed
    }

    func answer(to request: NodeRequest) async -> NodeAnswer {
        NodeAnswer(number: request.number, content: await content(request.call))
    }

    private func content(_ call: NodeRequest.Call) async -> NodeAnswer.Content {
        do {
            switch call {
            case .append(let attempt): return .appended(await append(attempt))
            case .read(let call, let isLocal):
                return .read(try await isLocal ? read(call, from: store.local) : read(call, from: store))
            case .follow(let filter, let position, let limit, let isLocal):
                let subscription =
                    isLocal
                    ? store.local.subscribe(after: position, matching: filter.query)
                    : store.subscribe(after: position, matching: filter.query)
                return .read(.events(try await events(of: subscription, limit: limit)))
            case .catchUp:
                try await store.catchUp()
                return .done
            case .status: return .status(state)
            case .close:
                await store.close()
                return .done
            }
        } catch {
            return .failed(Excuse.words(error))
        }
    }

    // MARK: Appending

    private func append(_ attempt: AppendAttempt) async -> AppendOutcome {
        let count = attempt.events.count
        let ids =
            attempt.kind == .fresh
            ? nil
            : (0..<count).map { EventLabel(key: attempt.key, index: $0, count: count).id(seed: seed) }
        do {
            return AppendOutcome(
                try await store.append(attempt.commit(ids: ids, payloadBytes: Self.payload(attempt.key))))
        } catch {
            return AppendOutcome(error) { Excuse.words($0) }
        }
    }

    /// The bytes of an event of a commit: now and then so many that the commit needs several entries of the log.
    private static func payload(_ key: CommitKey) -> Int {
        SplitMix64.hash(UInt64(key.client) << 32 | UInt64(key.number)) % 500 == 0 ? 700_000 : 16
    }

    // MARK: Reading

    private func read(_ call: ReadCall, from store: some EventStore) async throws -> ReadOutcome {
        switch call {
        case .head: return .number(try await store.head())
        case .version(let stream): return .number(try await store.version(of: EventShape.streamName(stream)))
        case .page(let filter, let after, let limit):
            return .events(try await events(of: filter, .forward(after: after), limit, from: store))
        case .last(let filter, let limit):
            return .events(try await events(of: filter, .backward(), limit, from: store))
        }
    }

    private func events(
        of filter: EventFilter, _ order: ReadOrder, _ limit: Int, from store: some EventStore
    ) async throws -> [SeenEvent] {
        if case .stream(let stream) = filter {
            return try Self.seen(try await store.read(EventShape.streamName(stream), order, limit: limit).collect())
        }
        return try Self.seen(try await store.readLog(order, matching: filter.query, limit: limit).collect())
    }

    private static func seen(_ events: [RecordedEvent]) throws -> [SeenEvent] {
        try events.map { event in
            guard let seen = SeenEvent(event) else {
                throw ProofFailure("the event at position \(event.position) was not appended by a client")
            }
            return seen
        }
    }

    // MARK: Subscribing

    private func events(of subscription: Subscription, limit: Int) async throws -> [SeenEvent] {
        try await withThrowingTaskGroup(of: [SeenEvent].self) { group in
            group.addTask {
                var events: [RecordedEvent] = []
                messages: for try await message in subscription {
                    switch message {
                    case .event(let event): events.append(event)
                    case .caughtUp: break messages
                    }
                    if events.count == limit { break }
                }
                return try Self.seen(events)
            }
            group.addTask {
                try await Task.sleep(for: .seconds(5))
                throw EventStoreError(.unreachable, "the subscription did not catch up in 5 seconds")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }

    /// Follows the whole log, until the store is closed.
    func followToTheEnd() async {
        do {
            for try await message in store.subscribe(after: 0, matching: .all) {
                guard case .event(let event) = message else { continue }
                followed.withLock { $0.take(event) }
            }
        } catch {
            followed.withLock { $0.failure = Excuse.words(error) }
        }
    }

    private var state: NodeState {
        let status = store.status
        return NodeState(
            failure: status.failure, isReady: status.isReady, conflicts: status.counts.conflicts,
            retries: status.counts.retries, roundTrips: status.counts.roundTrips,
            followed: followed.withLock { $0 })
    }
}
