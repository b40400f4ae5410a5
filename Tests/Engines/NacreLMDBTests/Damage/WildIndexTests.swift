import Foundation
import LMDB
import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

/// An index with impossible values under valid checksums.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct WildIndexTests {
    private static var options: LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced()
        // Segments of few postings, so that the postings of one hash take several.
        options.indexLimits = IndexLimits(segmentsPerStep: 2, postingsPerSegment: 4)
        options.tailLimits = TailLimits(eventsPerGeneration: 5, maxCount: 5)
        return options
    }

    private struct Entry {
        let key: [UInt8]
        let value: [UInt8]

        var isManifest: Bool { key == IndexManifest.key }
        var isSegment: Bool { key.withUnsafeBytes { SegmentKey.parse($0) != nil } }

        /// The entry with changed bytes and a valid checksum.
        func with(_ value: UInt64, of bytes: Int, at offset: Int) -> Entry {
            var changed = self.value
            changed.set(value, at: offset, bytes: bytes)
            if isManifest {
                let end = changed.count - ManifestLayout.checksumBytes
                changed.set(DocumentedBlock.xxh3(Array(changed[..<end])), at: end)
            } else {
                let sum = DocumentedBlock.xxh3(
                    Array(changed[SegmentLayout.checksumBytes...]), seed: DocumentedBlock.xxh3(key))
                changed.set(sum, at: SegmentLayout.checksumOffset)
            }
            return Entry(key: key, value: changed)
        }
    }

    private static func withEnvironment<R>(of store: DamagedStore, _ body: (Environment) throws -> R) throws -> R {
        let environment = try Environment.open(
            at: store.folder.store + "/index.mdb", options: .init(mapSize: 64 << 20, durability: .noMetaSync))
        defer { environment.close() }
        return try body(environment)
    }

    private static func entries(of store: DamagedStore) throws -> [Entry] {
        try withEnvironment(of: store) { environment in
            try environment.read { transaction in
                var cursor = try transaction.openCursor()
                var entries: [Entry] = []
                while let entry = try cursor.next() {
                    entries.append(Entry(key: [UInt8](entry.key), value: [UInt8](entry.value)))
                }
                return entries
            }
        }
    }

    private static func put(_ entry: Entry, into store: DamagedStore) throws {
        try withEnvironment(of: store) { environment in
            try environment.write { (transaction: consuming WriteTransaction) in
                try entry.key.withUnsafeBytes { key in
                    try entry.value.withUnsafeBytes { try transaction.put(key, $0) }
                }
                try transaction.commit()
            }
        }
    }

    private static let wild: [UInt64] = [0, .max, .max - 1, 1 << 62, 1 << 50]

    /// Opens the store and uses it in every way, then restores the index.
    private static func ask(_ store: DamagedStore, _ index: Data) async throws {
        let opened = try await LMDBEventStore.open(at: store.folder.store, options: options)
        await Questions(events: store.events).ask(opened)
        await opened.close()
        try store.mend()
        let path = store.folder.store + "/index.mdb"
        try? FileManager.default.removeItem(atPath: path + "-lock")
        try index.write(to: URL(fileURLWithPath: path))
    }

    @Test func `a wild number in the manifest causes only typed errors`() async throws {
        let store = try await DamagedStore(options: Self.options)
        let index = try Data(contentsOf: URL(fileURLWithPath: store.folder.store + "/index.mdb"))
        let manifest = try #require(try Self.entries(of: store).first { $0.isManifest })
        // The header, the first run, and the end.
        let checkpoint = ManifestLayout.checkpointOffset + CheckpointLayout.positionOffset
        let firstRun = ManifestLayout.headerBytes + ManifestLayout.Run.byteCount
        let end = manifest.value.count - ManifestLayout.checksumBytes
        for offset in Array(stride(from: checkpoint, to: firstRun, by: 8)) + stride(from: end - 64, to: end, by: 8) {
            for value in Self.wild {
                try Self.put(manifest.with(value, of: 8, at: offset), into: store)
                try await Self.ask(store, index)
            }
        }
    }

    @Test func `wild numbers in a segment cause only typed errors`()
        async throws
    {
        let store = try await DamagedStore(options: Self.options)
        let index = try Data(contentsOf: URL(fileURLWithPath: store.folder.store + "/index.mdb"))
        let segments = try Self.entries(of: store).filter(\.isSegment)
        try #require(segments.count > 4)
        for segment in segments.prefix(12) {
            for offset in [
                SegmentLayout.rankOffset, SegmentLayout.nextHashOffset, SegmentLayout.nextPositionOffset,
                SegmentLayout.minPositionOffset,
            ] {
                for value in [0, .max, 1 << 62] as [UInt64] {
                    try Self.put(segment.with(value, of: 8, at: offset), into: store)
                    try await Self.ask(store, index)
                }
            }
            try Self.put(segment.with(.max, of: 1, at: segment.value.count - 1), into: store)
            try await Self.ask(store, index)
        }
    }

    @Test func `verification finds disordered postings; otherwise both directions agree`() async throws {
        var options = LMDBEventStore.Options.unsynced()
        // All in one run, so that many postings have one hash.
        options.tailLimits = TailLimits(eventsPerGeneration: 40, maxCount: 40)
        let store = try await DamagedStore(options: options)
        let path = store.folder.store + "/index.mdb"
        try DerivedFile.discard(at: path)
        options.tailLimits = TailLimits(eventsPerGeneration: 1, maxCount: 1)
        try await LMDBEventStore.open(at: store.folder.store, options: options).close()
        let index = try Data(contentsOf: URL(fileURLWithPath: path))
        // Several postings have one hash.
        let segments = try Self.entries(of: store).filter {
            $0.isSegment
                && $0.value.number(at: SegmentLayout.countOffset, bytes: 2)
                    > $0.value.number(at: SegmentLayout.hashCountOffset, bytes: 2)
        }
        var disordered = 0
        for segment in segments {
            // Positions stand at the end.
            for offset in max(SegmentLayout.headerBytes, segment.value.count - 40)..<segment.value.count {
                try Self.put(segment.with(UInt64(segment.value[offset] ^ 0x10), of: 1, at: offset), into: store)
                let opened = try await LMDBEventStore.open(at: store.folder.store, options: options)
                let notices = Notices()
                _ = try await opened.verify(progress: { _, _ in }, finding: { notices.add($0.description) })
                if notices.all.isEmpty { try await Self.expectAll(of: store.events, in: opened) }
                if notices.all.contains(where: { $0.contains("out of order") }) { disordered += 1 }
                await opened.close()
                try? FileManager.default.removeItem(atPath: path + "-lock")
                try index.write(to: URL(fileURLWithPath: path))
            }
        }
        #expect(disordered > 10)
    }

    /// Reads all events through the index in both directions.
    private static func expectAll(of events: [RecordedEvent], in store: LMDBEventStore) async throws {
        for stream in ["s-0", "s-1"] as [StreamName] {
            let expected = events.filter { $0.stream == stream }
            #expect(try await store.read(stream).collect() == expected)
            #expect(try await store.read(stream, .backward()).collect() == expected.reversed())
            #expect(try await store.read(stream, .backward(), limit: 1).collect() == [expected.last])
            #expect(try await store.version(of: stream) == StreamVersion(expected.count))
        }
        for query in [Query.tagged("struck"), .types("Struck"), .tagged("spared")] {
            let expected = events.filter(query.matches)
            #expect(try await store.readLog(matching: query).collect() == expected)
            #expect(try await store.readLog(.backward(), matching: query).collect() == expected.reversed())
        }
    }
}
