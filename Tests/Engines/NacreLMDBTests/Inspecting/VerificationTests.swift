import Dispatch
import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct VerificationTests {
    private func findings(of path: String) async throws -> (found: [VerificationFinding], summary: VerificationSummary)
    {
        let store = try await LMDBEventStore.open(at: path, options: .unsynced())
        let list = Findings()
        let summary = try await store.verify(progress: { _, _ in }, finding: { list.add($0) })
        await store.close()
        #expect(summary.findings == list.all.count)
        return (list.all, summary)
    }

    /// A closed store of ten blocks of three events in two streams.
    private func closedStore() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for _ in 0..<10 {
            try await store.append(
                Commit(
                    entries: (0..<3).map { index in
                        Commit.Entry(
                            stream: "s-\(index % 2)",
                            event: EventData(
                                id: .random(), type: "T", tags: ["all", Tag("index:\(index)")], data: [UInt8(index)],
                                metadata: Array(#"{"correlationId":"c","causationId":"e","actor":"a\#(index)"}"#.utf8)))
                    }))
        }
        await store.close()
        return folder
    }

    /// Replaces a block by a changed one with valid checksums.
    private func rewrite(_ block: Int, of folder: TemporaryFolder, _ change: (inout [UInt8]) -> Void) throws {
        var (position, bytes) = try RawLog(store: folder.store).blocks()[block]
        change(&bytes)
        bytes.seal()
        try RawLog(store: folder.store).put(bytes, at: position)
    }

    @Test func `verification of a sound log reports counts and progress`() async throws {
        let folder = try await closedStore()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let progress = Notices()
        let list = Findings()
        let summary = try await store.verify(
            progress: { progress.add("\($0) of \($1)") }, finding: { list.add($0) })
        #expect(list.all == [])
        #expect(summary == VerificationSummary(events: 30, blocks: 10, streams: 2, findings: 0))
        #expect(progress.all.last == "30 of 30")
        await store.close()
    }

    /// A store of more blocks than one part of a verification or a listing, each with its own stream.
    private func longStore(_ folder: TemporaryFolder) async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 0..<200 { try await store.append([EventData(type: "T", data: [])], to: "s-\(number)") }
        return store
    }

    /// A long operation on the store's threads, which reports each part.
    enum Inspection: CaseIterable, Sendable {
        case verification, listing

        func run(_ store: LMDBEventStore, _ stretch: @escaping @Sendable () -> Void) async throws {
            switch self {
            case .verification:
                _ = try await store.verify(progress: { _, _ in stretch() }, finding: { _ in })
            case .listing:
                try await store.forEachStream(in: nil) { _ in stretch() }
            }
        }
    }

    @Test(.timeLimit(.minutes(25)), arguments: Inspection.allCases)
    func `inspections of the whole log let other reads run between parts`(inspection: Inspection) async throws {
        let folder = try TemporaryFolder()
        let store = try await longStore(folder)
        let notes = Notices()
        let read = Monitor<Task<Void, any Error>?>(nil)
        // The other thread is busy, so that the two must take turns.
        let release = DispatchSemaphore(value: 0)
        async let busy: Void = store.pool.run { _ = release.wait(timeout: .now() + 100) }
        while store.pool.waitingCount > 0 { await Task.yield() }
        try await inspection.run(store) {
            notes.add("a stretch")
            read.withLock { read in
                guard read == nil else { return }
                read = Task { try await store.pool.run { notes.add("a read") } }
                while store.pool.waitingCount == 0 { sched_yield() }
            }
        }
        release.signal()
        try await busy
        try await read.withLock { $0 }?.value
        #expect(notes.all.first == "a stretch")
        #expect(notes.all.last == "a stretch")
        #expect(notes.all.contains("a read"))
        await store.close()
    }

    @Test(.timeLimit(.minutes(25)), arguments: Inspection.allCases)
    func `cancelling an inspection of the whole log ends it after the current part`(
        inspection: Inspection
    ) async throws {
        let folder = try TemporaryFolder()
        let store = try await longStore(folder)
        let handle = Monitor<Task<Void, any Error>?>(nil)
        try await store.pool.whileBusy {
            let task = Task { try await inspection.run(store) { handle.withLock { $0 }?.cancel() } }
            handle.withLock { $0 = task }
        }
        let task = try #require(handle.withLock { $0 })
        await #expect(throws: CancellationError.self) { try await task.value }
        await store.close()
    }

    @Test func `streams longer than a part are checked completely`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for (stream, count) in [("s-1", 17_000), ("s-2", 100), ("s-1", 100), ("s-3", 1)] as [(StreamName, Int)] {
            try await store.append((0..<count).map { _ in EventData(type: "T", data: []) }, to: stream)
        }
        await store.close()
        let (found, summary) = try await findings(of: folder.store)
        #expect(found == [])
        #expect(summary.streams == 3)
    }

    @Test func `a broken chain is found`() async throws {
        let folder = try await closedStore()
        try rewrite(4, of: folder) { $0[32] ^= 1 }
        // It was put again with another checksum, so the next one does not continue it either.
        let found = try await findings(of: folder.store).found
        #expect(found.map(\.position) == [13, 16])
        #expect(found.allSatisfy { $0.description.contains("does not continue") })
    }

    @Test func `a decreasing recordedAt is found`() async throws {
        let folder = try await closedStore()
        try rewrite(9, of: folder) { $0.set(5, at: BlockLayout.recordedAtOffset) }
        #expect(try await findings(of: folder.store).found.map(\.position) == [28])
    }

    @Test func `a version that does not follow is found`() async throws {
        let folder = try await closedStore()
        try rewrite(9, of: folder) { block in
            block.set(12, at: block.recordOffset(1) + RecordLayout.versionOffset)
        }
        let found = try await findings(of: folder.store).found
        #expect(found.first?.position == 29)
        #expect(found.first?.description.contains("version 12") == true)
    }

    @Test func `a log that ends inside a commit is found`() async throws {
        let folder = try await closedStore()
        try rewrite(9, of: folder) { block in
            block[block.recordOffset(2) + RecordLayout.flagsOffset] &= ~RecordFlags.lastOfCommit
        }
        #expect(try await findings(of: folder.store).found.map(\.position) == [30])
    }

    @Test func `a damaged event at the end of a commit is a single finding`() async throws {
        let folder = try await closedStore()
        let block = try RawLog(store: folder.store).blocks()[9].bytes
        try RawLog(store: folder.store).damage(block, at: block.count - 1)
        #expect(try await findings(of: folder.store).found.map(\.position) == [30])
    }

    @Test func `a missing block is found`() async throws {
        let folder = try await closedStore()
        // Two blocks become one key: the second is what the third was.
        var (position, bytes) = try RawLog(store: folder.store).blocks()[3]
        bytes.replaceSubrange(8..<12, with: DocumentedBlock.little(UInt32(3)))
        bytes.replaceSubrange(16..<24, with: DocumentedBlock.little(UInt64(position + 1)))
        bytes.seal()
        try RawLog(store: folder.store).move(bytes, from: position, to: position + 1)
        let found = try await findings(of: folder.store).found
        #expect(found.contains { $0.position == 11 && $0.description.contains("instead of 10") })
    }

    @Test(arguments: TermKind.allCases)
    func `an index that lacks a posting is found`(kind: TermKind) async throws {
        let folder = try await closedStore()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let events = try await store.readLog().collect()
        let end = try await store.checkpoint(at: 30)
        await store.close()
        // A missing event of a stream is noticed at the next one.
        let lacking: Position = 20
        try DerivedFile.discard(at: folder.store + "/index.mdb")
        try makeIndex(of: events, upTo: end, in: folder, lacking: lacking, kind: kind)
        let found = try await findings(of: folder.store).found
        #expect(found.count == (kind == .tag ? 2 : 1))
        #expect(found.first?.position == (kind == .stream ? 23 : lacking))
        if kind != .stream { #expect(found.first?.description.contains("by its \(kind)") == true) }
    }

    /// Builds an index that lacks one posting.
    private func makeIndex(
        of events: [RecordedEvent], upTo end: Checkpoint, in folder: TemporaryFolder, lacking: Position, kind: TermKind
    ) throws {
        let index = try IndexFile.open(
            at: folder.store + "/index.mdb", storeID: end.storeID, mapSize: 64 << 20, notice: { _ in })
        var batch = IndexBatch(of: events, end: end)
        batch.postings[kind].removeAll { $0.position == lacking }
        _ = try index.extend { _ in batch }
        index.close()
    }
}
