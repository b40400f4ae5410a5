import DomainKit
import Nacre
import NacreLMDB
import NacreReplicated
import NacreTesting
import Synchronization
import TestTraits
import Testing

@Suite(.fewAtOnce) struct ReplicatedConformanceTests {
    static let rules = EventStoreConformance.rules.filter { [.core, .durable, .shared].contains($0.level) }

    @Test(arguments: rules)
    func `three nodes over one log conform to EventStore`(rule: ConformanceRule) async throws {
        let subject = try ReplicatedSubject()
        do {
            try await rule.check(subject)
        } catch {
            await subject.close()
            throw error
        }
        await subject.close()
    }
}

/// A replicated store, as a subject of the conformance suite: other processes are other nodes.
final class ReplicatedSubject: ConformanceSubject {
    private let cluster: Cluster
    private let another: Cluster
    private let others = Mutex<[ReplicatedEventStore]>([])
    private let current = Mutex<ReplicatedEventStore?>(nil)
    private let timeSource = Mutex<any TimeSource>(SystemTimeSource())
    private let next = Mutex(0)

    init() throws {
        cluster = try Cluster()
        another = try Cluster()
    }

    func store(timeSource: any TimeSource) async throws -> any EventStore {
        self.timeSource.withLock { $0 = timeSource }
        let store = try await open()
        for name in ["b", "c"] {
            let node = try await cluster.node(name)
            others.withLock { $0.append(node) }
        }
        return store
    }

    func anotherStore() async throws -> any EventStore { try await another.node("a") }

    func reopened() async throws -> any EventStore {
        await current.withLock { $0 }?.close()
        return try await open()
    }

    private func open() async throws -> ReplicatedEventStore {
        let time = timeSource.withLock { $0 }
        let store = try await cluster.node("a", changing: { $0.replica.timeSource = time })
        current.withLock { $0 = store }
        return store
    }

    /// The other nodes take turns.
    private func other() -> ReplicatedEventStore? {
        let number = next.withLock { next in
            next += 1
            return next
        }
        return others.withLock { $0.isEmpty ? nil : $0[number % $0.count] }
    }

    func appendInAnotherProcess(_ commit: Commit) async throws -> AppendResult {
        try await #require(other()).append(commit)
    }

    func readInAnotherProcess(_ stream: StreamName) async throws -> [RecordedEvent] {
        try await #require(other()).read(stream).collect()
    }

    func close() async {
        await cluster.close()
        await another.close()
    }
}
