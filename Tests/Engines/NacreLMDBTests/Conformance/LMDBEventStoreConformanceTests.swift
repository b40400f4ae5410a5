import DomainKit
import Nacre
import NacreLMDB
import NacreTesting
import PeerMessages
import Synchronization
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct LMDBEventStoreConformanceTests {
    @Test(arguments: EventStoreConformance.rules)
    func `the store conforms to EventStore`(rule: ConformanceRule) async throws {
        let subject = try LMDBSubject()
        do {
            try await rule.check(subject)
        } catch {
            await subject.close()
            throw error
        }
        await subject.close()
    }
}

/// The embedded store, as a subject of the conformance suite.
final class LMDBSubject: ConformanceSubject {
    private struct Opened {
        var stores: [LMDBEventStore] = []
        var timeSource: any TimeSource = SystemTimeSource()
    }

    private let folder: TemporaryFolder
    private let logged = Logged()
    private let opened = Mutex(Opened())

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path + "/one" }

    func store(timeSource: any TimeSource) async throws -> any EventStore {
        opened.withLock { $0.timeSource = timeSource }
        return try await open(path, timeSource)
    }

    func anotherStore() async throws -> any EventStore {
        try await open(folder.path + "/another", SystemTimeSource())
    }

    func reopened() async throws -> any EventStore {
        let stores = opened.withLock { $0.stores }
        for store in stores where store.path == path { await store.close() }
        return try await open(path, opened.withLock { $0.timeSource })
    }

    func appendInAnotherProcess(_ commit: Commit) async throws -> AppendResult {
        try await Peer(store: path).run(.append(PeerCommit(commit)), as: PeerAnswer.self).result()
    }

    func readInAnotherProcess(_ stream: StreamName) async throws -> [RecordedEvent] {
        try await Peer(store: path).run(.read(stream: stream.text), as: [PeerEvent].self).compactMap(\.event)
    }

    var files: any ConformanceFiles { LMDBFiles(path: path) }

    func notices() async throws -> [String] { logged.all }

    func close() async {
        for store in opened.withLock({ $0.stores }) { await store.close() }
    }

    private func open(_ path: String, _ timeSource: any TimeSource) async throws -> any EventStore {
        let store = try await LMDBEventStore.open(
            at: path, options: .small(timeSource: timeSource, logger: logged.logger))
        opened.withLock { $0.stores.append(store) }
        return store
    }
}
