import Foundation
import LMDB
import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import LMDB
@testable import NacreLMDB

/// Damage of `index.mdb` costs a rebuild and a notice, nothing else.
@Suite(.fewAtOnce) struct DerivedDamageTests {
    static let tailLimits = TailLimits(eventsPerGeneration: 128, maxCount: 1_024)

    static func options(
        _ notices: Logged = Logged(), tailLimits: TailLimits = tailLimits
    ) -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced(logger: notices.logger)
        options.tailLimits = tailLimits
        return options
    }

    /// A closed store of some hundred events, most of them indexed.
    static func closedStore(seed: UInt64 = 31, commits: Int = 120, streams: Int = 30) async throws
        -> (folder: TemporaryFolder, events: [RecordedEvent])
    {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: options())
        let events = try await fill(store, seed: seed, commits: commits, streams: streams)
        await store.close()
        return (folder, events)
    }

    /// A closed store of so many streams that its index has segments in overflow pages.
    static func closedStoreOfPages() async throws -> (folder: TemporaryFolder, events: [RecordedEvent]) {
        try await closedStore(commits: 600, streams: 10_000)
    }

    @discardableResult
    private static func fill(
        _ store: LMDBEventStore, seed: UInt64, commits: Int, streams: Int = 30
    ) async throws -> [RecordedEvent] {
        var generator = CommitGenerator(seed: seed)
        generator.streams = streams
        generator.dataBytes = 10
        for _ in 0..<commits { try await store.append(generator.commit()) }
        return try await store.readLog().collect()
    }

    /// Opens the store, and compares what its index finds with its log.
    static func expectAnswers(
        from folder: TemporaryFolder, _ events: [RecordedEvent], notices expected: Int?, _ comment: Comment? = nil,
        tailLimits: TailLimits = tailLimits
    ) async throws {
        let notices = Logged()
        let store = try await LMDBEventStore.open(
            at: folder.store, options: options(notices, tailLimits: tailLimits))
        for (stream, expected) in Dictionary(grouping: events, by: \.stream) {
            #expect(try await store.read(stream).collect() == expected, comment)
        }
        for event in events where event.position.isMultiple(of: 7) {
            #expect(try await store.event(withID: event.id) == event, comment)
        }
        #expect(try await store.event(withID: .random()) == nil)
        if let expected { #expect(notices.all.count == expected, "\(notices.all)") }
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all == [], comment)
        await store.close()
    }

    private static func edit(_ folder: TemporaryFolder, _ body: (inout Data) -> Void) throws {
        let url = URL(fileURLWithPath: folder.store + "/index.mdb")
        var data = try Data(contentsOf: url)
        body(&data)
        try data.write(to: url)
    }

    /// Makes the index say that it is of another format.
    private static func setFormat(_ format: UInt16, of folder: TemporaryFolder) throws {
        let environment = try Environment.open(
            at: folder.store + "/index.mdb", options: .init(mapSize: 64 << 20, durability: .noMetaSync))
        defer { environment.close() }
        try environment.write { (transaction: consuming WriteTransaction) in
            try IndexManifest.key.withUnsafeBytes { key in
                var manifest = try #require(try transaction.get(key).map { Array($0) })
                let end = manifest.count - ManifestLayout.checksumBytes
                manifest.withUnsafeMutableBytes { $0.store(format, at: ManifestLayout.formatOffset) }
                let checksum = manifest.prefix(end).withUnsafeBytes { Checksum.of($0) }
                manifest.withUnsafeMutableBytes { $0.store(checksum, at: end) }
                try manifest.withUnsafeBytes { try transaction.put(key, $0) }
            }
            try transaction.commit()
        }
    }

    @Test func `a deleted index is rebuilt`() async throws {
        let (folder, events) = try await Self.closedStore()
        try FileManager.default.removeItem(atPath: folder.store + "/index.mdb")
        try await Self.expectAnswers(from: folder, events, notices: 1)
        try await Self.expectAnswers(from: folder, events, notices: 0, "the rebuilt one is good")
    }

    @Test func `an index of an older format is rebuilt`() async throws {
        let (folder, events) = try await Self.closedStore()
        try Self.setFormat(1, of: folder)
        try await Self.expectAnswers(from: folder, events, notices: 1)
        try await Self.expectAnswers(from: folder, events, notices: 0, "the rebuilt one is good")
    }

    @Test func `a truncated index is rebuilt`() async throws {
        let (folder, events) = try await Self.closedStore()
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.store + "/index.mdb"))
        for count in [0, 1, 4_096, 8_192, whole.count / 2, whole.count - 4_096] {
            try Self.edit(folder) { $0 = whole.prefix(count) }
            try await Self.expectAnswers(from: folder, events, notices: count == 0 ? nil : 1, "\(count) bytes")
        }
    }

    @Test func `an index of random bytes is rebuilt`() async throws {
        let (folder, events) = try await Self.closedStore()
        var random = SeededGenerator(seed: 5)
        try Self.edit(folder) { data in
            data = Data((0..<data.count).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        try await Self.expectAnswers(from: folder, events, notices: 1)
    }

    @Test func `an index with a zeroed page is rebuilt or still answers correctly`() async throws {
        let (folder, events) = try await Self.closedStore()
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.store + "/index.mdb"))
        for page in 0..<whole.count / 4_096 {
            try Self.edit(folder) { data in
                data = whole
                data.resetBytes(in: page * 4_096..<(page + 1) * 4_096)
            }
            try await Self.expectAnswers(from: folder, events, notices: nil, "page \(page)")
        }
    }

    @Test func `an index with changed postings is rebuilt or still answers correctly`() async throws {
        let (folder, events) = try await Self.closedStoreOfPages()
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.store + "/index.mdb"))
        // Overflow pages hold values: bytes that the index wrote, not LMDB's own structures.
        let pages = (2..<whole.count / 4_096).filter { isOverflow($0, of: whole) }
        try #require(!pages.isEmpty)
        var random = SeededGenerator(seed: 6)
        for page in pages {
            try Self.edit(folder) { data in
                data = whole
                data[page * 4_096 + Int.random(in: PageLayout.headerBytes..<4_096, using: &random)] ^= 0x10
            }
            try await Self.expectAnswers(from: folder, events, notices: nil, "page \(page)")
        }
    }

    @Test func `an index with changed postings is rebuilt when opening merges them`() async throws {
        let (folder, events) = try await Self.closedStore()
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options())
        var ends: [Checkpoint] = []
        for position in stride(from: Position(0), through: 70, by: 10) {
            ends.append(try await store.checkpoint(at: position))
        }
        await store.close()
        // Seven runs by hand: with the one that opening adds, they are to be merged.
        try DerivedFile.discard(at: folder.store + "/index.mdb")
        try makeIndex(of: events, ends, in: folder)
        try Self.edit(folder) { data in
            for page in 2..<data.count / 4_096 where isOverflow(page, of: data) { data[page * 4_096 + 50] ^= 1 }
        }
        // So few that opening does not leave the merge to the indexing thread.
        try await Self.expectAnswers(
            from: folder, events, notices: 1, tailLimits: TailLimits(eventsPerGeneration: 8, maxCount: 16))
    }

    private func makeIndex(of events: [RecordedEvent], _ ends: [Checkpoint], in folder: TemporaryFolder) throws {
        let index = try IndexFile.open(
            at: folder.store + "/index.mdb", storeID: ends[0].storeID, mapSize: 64 << 20, notice: { _ in })
        for (start, end) in zip(ends, ends.dropFirst()) {
            let part = events[Int(start.position)..<Int(end.position)]
            _ = try index.extend { _ in
                var batch = IndexBatch(of: part, end: end)
                // So many more that a segment takes an overflow page; no event has their hashes.
                batch.streams += (0..<400).map { Posting(hash: $0, position: end.position) }
                return batch
            }
        }
        index.close()
    }

    @Test func `another store's index is rebuilt`() async throws {
        let (folder, events) = try await Self.closedStore()
        let (other, _) = try await Self.closedStore(seed: 32)
        let theirs = try Data(contentsOf: URL(fileURLWithPath: other.store + "/index.mdb"))
        try Self.edit(folder) { $0 = theirs }
        try await Self.expectAnswers(from: folder, events, notices: 1)
    }

    @Test func `an older copy of the index continues from its checkpoint`() async throws {
        let (folder, _) = try await Self.closedStore()
        let older = try Data(contentsOf: URL(fileURLWithPath: folder.store + "/index.mdb"))
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options())
        let events = try await Self.fill(store, seed: 33, commits: 100)
        await store.close()
        try Self.edit(folder) { $0 = older }
        try await Self.expectAnswers(from: folder, events, notices: 0)
    }

    @Test func `an index ahead of a restored log is rebuilt`() async throws {
        let (folder, events) = try await Self.closedStore()
        let log = URL(fileURLWithPath: folder.store + "/log.mdb")
        let older = try Data(contentsOf: log)
        var store = try await LMDBEventStore.open(at: folder.store, options: Self.options())
        try await Self.fill(store, seed: 34, commits: 100)
        await store.close()
        try older.write(to: log)
        try await Self.expectAnswers(from: folder, events, notices: 1)

        // Ahead, and then overtaken by other events at the same positions.
        store = try await LMDBEventStore.open(at: folder.store, options: Self.options())
        let indexed = try await store.statistics().indexedUpTo
        try await Self.fill(store, seed: 35, commits: 100)
        #expect(try await store.statistics().indexedUpTo > indexed)
        await store.close()
        let ahead = try Data(contentsOf: URL(fileURLWithPath: folder.store + "/index.mdb"))
        try older.write(to: log)
        store = try await LMDBEventStore.open(at: folder.store, options: Self.options())
        let other = try await Self.fill(store, seed: 36, commits: 200)
        await store.close()
        try Self.edit(folder) { $0 = ahead }
        try await Self.expectAnswers(from: folder, other, notices: 1, "another history at the same positions")
    }

    /// Zeroes LMDB's branch and leaf pages in place, through the file.
    static func clearTree(of path: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let whole = try #require(try handle.readToEnd())
        for page in 2..<whole.count / 4_096 where isInTree(page, of: whole) {
            try handle.seek(toOffset: UInt64(page * 4_096))
            try handle.write(contentsOf: [UInt8](repeating: 0, count: 4_096))
        }
        try handle.close()
    }

    @Test(.timeLimit(.minutes(25)))
    func `a repeatedly damaged index is rebuilt each time`() async throws {
        let folder = try TemporaryFolder()
        var options = Self.options()
        options.tailLimits = TailLimits(eventsPerGeneration: 16, maxCount: 4_096)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        func append(until isReached: () -> Bool) async throws {
            // A stream whose version is cached: only the indexing thread reads the index.
            for _ in 0..<1_000 where !isReached() {
                for _ in 0..<16 { try await store.append([EventData(type: "T", data: [])], to: "s-1") }
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(isReached())
        }
        for round in 1...Indexing.maxRebuilds + 2 {
            let before = store.indexing.tail.coverage.floor
            try await append { store.indexing.tail.coverage.floor > before }
            try Self.clearTree(of: folder.store + "/index.mdb")
            try await append { store.indexing.recoveries == round }
        }
        await store.close()
    }
}

/// Whether a page begins a value that has pages of its own.
func isOverflow(_ page: Int, of file: Data) -> Bool {
    file[page * 4_096 + PageLayout.flagsOffset] == UInt8(PageLayout.overflowFlag)
}

/// Whether a page is a branch or a leaf of a tree.
private func isInTree(_ page: Int, of file: Data) -> Bool {
    [PageLayout.branchFlag, PageLayout.leafFlag].contains(UInt16(file[page * 4_096 + PageLayout.flagsOffset]))
}
