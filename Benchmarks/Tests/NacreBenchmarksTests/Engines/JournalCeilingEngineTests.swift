import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLMDB
@testable import NacreLoad
@testable import NacreVerification

@Suite struct JournalCeilingEngineTests {
    private static let pageBytes = 4096
    private static let controlPages = 2

    private let load = AppendLoad(writers: 8, eventsPerAppend: 2, streams: 50, payloadBytes: 100, seed: 9)
    private let audit = SliceAudit(secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))

    /// A journal with a ring of a number of pages.
    private func engine(_ pages: Int, _ durability: Durability = .unsynced) -> JournalCeilingEngine {
        JournalCeilingEngine(durability: durability, fileBytes: (Self.controlPages + pages) * Self.pageBytes)
    }

    private func fill(
        _ engine: JournalCeilingEngine, _ folder: URL, events: Int, eventsPerCommit: Int
    ) async throws -> AppendSlice {
        try await engine.append(
            load, within: SliceBudget(seconds: nil, events: events), eventsPerCommit: eventsPerCommit, in: folder)
    }

    private func report(
        _ engine: any BenchmarkEngine, _ folder: URL, _ slice: AppendSlice
    ) async -> (report: AuditReport, contents: LogContents) {
        let (report, contents, _) = await audit.run(folder, of: engine, load: load, records: slice.records)
        return (report, contents)
    }

    private func change(_ folder: URL, _ body: (inout Data) throws -> Void) throws {
        let url = URL(fileURLWithPath: JournalCeilingEngine.journal(in: folder))
        var bytes = try Data(contentsOf: url)
        try body(&bytes)
        try bytes.write(to: url)
    }

    /// The number of pages of the frame at the beginning of the ring, which its mark states.
    private func pagesOfFirstFrame(in folder: URL) throws -> Int {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: JournalCeilingEngine.journal(in: folder)))
        return Int(bytes[Self.controlPages * Self.pageBytes + 20])
    }

    @Test(arguments: [Durability.full, .unsynced])
    func `a journal that is not full passes the audit from its first event on`(durability: Durability) async throws {
        try await withTemporaryFolder { folder in
            let engine = engine(256, durability)
            let slice = try await fill(engine, folder, events: 3_000, eventsPerCommit: 300)
            #expect(slice.groups == GroupStatistics(groups: 10, appends: 1_500, events: 3_000))
            let (report, contents) = await report(engine, folder, slice)
            #expect(report.passed, "\(report)")
            #expect(contents.events == 3_000)
            let replay = try await engine.replay(folder, by: .scan, seconds: 0)
            #expect(replay.contents == [contents])
        }
    }

    // Rings of which the frames, of 1 to 12 pages, do or do not take every page.
    @Test(arguments: [16, 17, 23], [2, 40, 66, 100, 300])
    func `a ring that wraps around keeps its newest frames`(pages: Int, eventsPerCommit: Int) async throws {
        try await withTemporaryFolder { folder in
            let engine = engine(pages)
            for laps in 1...4 {
                let place = folder.appendingPathComponent("\(laps)", isDirectory: true)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
                let events = laps * 37 * eventsPerCommit
                let slice = try await fill(engine, place, events: events, eventsPerCommit: eventsPerCommit)
                let (report, contents) = await report(engine, place, slice)
                #expect(report.passed, "\(report)")
                #expect(contents.events < UInt64(events))
                // All but the frame that was written over, and the room at the end where a frame did not fit.
                let framePages = try pagesOfFirstFrame(in: place) + 1
                #expect(contents.events.isMultiple(of: UInt64(eventsPerCommit)))
                #expect(Int(contents.events) / eventsPerCommit * framePages > pages - 2 * framePages)
                #expect(try await engine.replay(place, by: .scan, seconds: 0).contents == [contents])
            }
        }
    }

    @Test func `the audit says that only the newest events are checked`() async throws {
        try await withTemporaryFolder { folder in
            let engine = engine(16)
            let slice = try await fill(engine, folder, events: 1_000, eventsPerCommit: 10)
            let names = await report(engine, folder, slice).report.checks.map(\.name)
            #expect(names.contains { $0.contains("from the first position that the log keeps on") })
            #expect(names.contains("positions are gapless from the first one that the log keeps"))
            #expect(names.contains("what the log keeps can be read after reopening"))
            #expect(!names.contains("every acknowledged event is in the log"))
            #expect(engine.retentionWarning?.contains("journal keeps only the newest events") == true)
            #expect(LMDBCeilingEngine(durability: .full, mapSize: smallMap).retentionWarning == nil)
        }
    }

    @Test(arguments: PlantedFault.allCases)
    func `a planted fault is found`(fault: PlantedFault) async throws {
        try await withTemporaryFolder { folder in
            let engine = FaultyEngine(engine(256), fault)
            let sound = try await fill(self.engine(256), folder, events: 600, eventsPerCommit: 20)
            var slice = sound
            slice.records = try #require(fault.planted(in: sound.records))
            #expect(await !report(engine, folder, slice).report.passed)
        }
    }

    // With frames of one page, no page of the ring is free, so that none may be damaged unnoticed.
    @Test(arguments: [0, 8, 16, 24, 88, 300, 4_095])
    func `a changed byte in any page of a full ring of single pages is found`(offset: Int) async throws {
        try await withTemporaryFolder { folder in
            let engine = engine(16)
            let slice = try await fill(engine, folder, events: 1_000, eventsPerCommit: 10)
            for page in Self.controlPages..<Self.controlPages + 16 {
                try change(folder) { $0[page * Self.pageBytes + offset] ^= 1 }
                let (report, _) = await report(engine, folder, slice)
                #expect(!report.passed, "page \(page)")
                try change(folder) { $0[page * Self.pageBytes + offset] ^= 1 }
            }
            #expect(await report(engine, folder, slice).report.passed)
        }
    }

    @Test func `a changed mark in frames of several pages is found, except where no frame fits`() async throws {
        try await withTemporaryFolder { folder in
            let engine = engine(23)
            let slice = try await fill(engine, folder, events: 4_000, eventsPerCommit: 80)
            var unnoticed = 0
            for page in Self.controlPages..<Self.controlPages + 23 {
                try change(folder) { $0[page * Self.pageBytes + 24] ^= 1 }
                if await report(engine, folder, slice).report.passed { unnoticed += 1 }
                try change(folder) { $0[page * Self.pageBytes + 24] ^= 1 }
            }
            // Frames of 4 pages: 3 of the 23 are left at the end of the ring.
            #expect(unnoticed == 3)
        }
    }

    @Test(arguments: [0, 24, 80, 4_090, 4_096 + 8])
    func `a changed byte of a control page is found`(offset: Int) async throws {
        try await withTemporaryFolder { folder in
            _ = try await fill(engine(16), folder, events: 100, eventsPerCommit: 10)
            try change(folder) { $0[offset] ^= 1 }
            let error = await #expect(throws: CeilingError.self) {
                try await engine(16).replay(folder, by: .scan, seconds: 0)
            }
            #expect(error?.isDamage == true)
            #expect(error?.description.contains("control page") == true)
        }
    }

    @Test func `an acknowledged last frame that was never written is found`() async throws {
        try await withTemporaryFolder { folder in
            let engine = engine(64)
            let slice = try await fill(engine, folder, events: 100, eventsPerCommit: 10)
            // Ten frames of one page.
            let last = (Self.controlPages + 9) * Self.pageBytes
            try change(folder) { $0.replaceSubrange(last..<last + Self.pageBytes, with: Data(count: Self.pageBytes)) }
            let (report, contents) = await report(engine, folder, slice)
            #expect(contents.events == 90)
            #expect(report.checks.contains { !$0.passed && $0.name.contains("and the last one in any case") })
        }
    }

    @Test func `a frame larger than the ring is refused`() async throws {
        try await withTemporaryFolder { folder in
            let slice = try await fill(engine(4), folder, events: 1_000, eventsPerCommit: 1_000)
            #expect(slice.events == 0)
            let failure = try #require(slice.records.first?.failure)
            #expect(failure.contains("exceeds the ring of the journal"))
        }
    }

    @Test func `a folder without a journal cannot be replayed`() async throws {
        try await withTemporaryFolder { folder in
            let error = await #expect(throws: CeilingError.self) {
                try await engine(16).replay(folder, by: .scan, seconds: 0)
            }
            #expect(error?.isDamage == false)
        }
    }

    @Test(arguments: [2, 100, 2_000])
    func `the store's own recovery finds the same frames`(eventsPerCommit: Int) async throws {
        try await withTemporaryFolder { folder in
            let engine = engine(1_024, .full)
            _ = try await fill(engine, folder, events: 10 * eventsPerCommit, eventsPerCommit: eventsPerCommit)
            let path = JournalCeilingEngine.journal(in: folder)
            let control = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)).prefix(2 * Self.pageBytes))
                .withUnsafeBytes { try JournalControl.newest(of: $0, path: path) }
            let journal = try #require(try JournalFile.open(path, of: control.storeID, for: .reading))
            var reader = JournalReader(journal)
            let walk = try reader.walk(continuing: control.before)
            #expect(try walk.whole().count == 10)
            #expect(walk.end.position == UInt64(10 * eventsPerCommit))
            #expect(!walk.isTorn)
        }
    }
}
