import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Work that may take long runs on the store's threads, not on the caller's.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct WaitingAsideTests {
    /// More than may be read into the tail on the caller's thread.
    private static let events = 1_100

    /// A lookup in the index on the calling task.
    enum Question: CaseIterable, Sendable {
        case id, version, stream, query, statistics, condition

        func ask(_ store: LMDBEventStore) async throws {
            switch self {
            case .id: #expect(try await store.event(withID: .random()) == nil)
            case .version: #expect(try await store.version(of: "s-1") == StreamVersion(WaitingAsideTests.events))
            case .stream: #expect(try await store.read("s-1", .backward(), limit: 5).collect().count == 5)
            case .query:
                #expect(try await store.readLog(.forward(), matching: .tagged("t"), limit: 5).collect().count == 5)
            case .statistics: #expect(try await store.statistics().head == Position(WaitingAsideTests.events))
            case .condition:
                let odd = AppendCondition(failIfEventsMatch: Query([.init(types: ["T"], tags: ["t"])]))
                let verdicts = try await store.judged(ConditionVerdicts([odd]), of: Commit(entries: []))
                #expect(verdicts.start(upTo: Position(WaitingAsideTests.events)) == nil)
            }
        }
    }

    /// A store with events in one stream: every second one has a tag, the others have a type.
    private func store(
        _ folder: TemporaryFolder, _ notices: Logged = Logged()
    ) async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced(logger: notices.logger))
        guard try await store.head() == 0 else { return store }
        let events = (0..<Self.events).map { number in
            EventData(type: number % 2 == 0 ? "T" : "U", tags: number % 2 == 0 ? [] : ["t"], data: [])
        }
        try await store.append(events, to: "s-1")
        return store
    }

    /// Runs a lookup while the store's threads are busy, and a body when the lookup waits for them.
    private func whileWaiting(
        _ question: Question, _ store: LMDBEventStore, _ look: () throws -> Void
    ) async throws {
        var task: Task<Void, any Error>?
        try await store.pool.whileBusy { () async throws in
            let answered = Notices()
            task = Task {
                defer { answered.add("\(question)") }
                try await question.ask(store)
            }
            // A lookup that does not need them answers.
            while store.pool.waitingCount == 0, answered.all.isEmpty { await Task.yield() }
            #expect(answered.all == [])
            try look()
        }
        try await task?.value
    }

    @Test(arguments: Question.allCases)
    func `a damaged index is rebuilt on the pool`(question: Question) async throws {
        let folder = try TemporaryFolder()
        let notices = Logged()
        let store = try await store(folder, notices)
        try spoil(store.index)
        try await whileWaiting(question, store) { #expect(notices.all == []) }
        #expect(notices.all.count == 1)
        await store.close()
    }

    /// Commits an invalid manifest.
    private func spoil(_ index: IndexFile) throws {
        try index.environment.write { (transaction: consuming WriteTransaction) in
            try IndexManifest.key.withUnsafeBytes { key in
                try [UInt8](repeating: 0, count: 100).withUnsafeBytes { try transaction.put(key, $0) }
            }
            try transaction.commit()
        }
    }

    @Test(arguments: [UnusableIndex("it is a test's"), IndexBehind(), TailBehind()] as [any Error])
    func `a short lookup repairs nothing and waits for nothing`(trouble: any Error) async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder)
        let recoveries = store.indexing.recoveries
        let found: Int? = try store.indexing.shortLookup { throw trouble }
        #expect(found == nil)
        #expect(store.indexing.recoveries == recoveries)
        await store.close()
    }

    @Test(arguments: [.id, .version, .stream, .query] as [Question])
    func `many events left by opening are read into the tail on the pool`(question: Question) async throws {
        let folder = try TemporaryFolder()
        try await store(folder).close()
        let store = try await store(folder)
        try await whileWaiting(question, store) { #expect(store.lookup.tail.coverage.end == 0) }
        #expect(store.lookup.tail.coverage.end == Position(Self.events))
        await store.close()
    }

    @Test func `a few events of another process are read on the caller's thread`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder)
        let other = try await self.store(folder)
        _ = try await store.version(of: "s-1")
        try await other.append([EventData(type: "T", data: [])], to: "s-2")
        try await store.pool.whileBusy { () async throws in #expect(try await store.version(of: "s-2") == 1) }
        await store.close()
        await other.close()
    }
}
