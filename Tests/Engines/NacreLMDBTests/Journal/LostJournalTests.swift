import Foundation
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A journal in use whose acknowledged events cannot be read any more: the store can still be inspected, and given up to
/// what is left.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct LostJournalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var journal: String { folder.store + "/journal" }

    private func open(readOnly: Bool = false) async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options.undrained(fileBytes: 1 << 20)
        options.fallsBackToReadOnly = readOnly
        return try await LMDBEventStore.open(at: folder.store, options: options)
    }

    private func openAroundDamage() async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options.undrained(fileBytes: 1 << 20)
        options.fallsBackToReadOnly = true
        options.readsAroundDamage = true
        return try await LMDBEventStore.open(at: folder.store, options: options)
    }

    /// What happens to the journal.
    enum Loss: CaseIterable {
        case missing
        case rottenFrame
        case rottenControl
    }

    /// Leaves a journal in use with twenty frames that the log lacks, and damages it, if a loss is given.
    ///
    /// - Returns: All events, the number that can still be read, and that of the first lost one.
    private func lose(_ loss: Loss?) async throws -> (events: [RecordedEvent], readable: Int) {
        let store = try await open()
        try await store.appendUntilJournaling()
        for number in 0..<20 {
            try await store.append([EventData(type: "T", data: Array("\(number)".utf8))], to: "s-1")
        }
        let events = try await store.readLog().collect()
        store.journaling?.failDraining(.appendsStopped(EventStoreError(.diskFull, "planted"), outcome: .notWritten))
        await store.close()
        let frames = try frames()
        let damaged = frames.count / 2
        switch loss {
        case nil: break
        case .missing: try FileManager.default.removeItem(atPath: journal)
        case .rottenFrame: try flip(in: frames[damaged].range.lowerBound + 200)
        case .rottenControl:
            try flip(in: 20)
            try flip(in: JournalLayout.pageBytes + 20)
        }
        let readable = frames[loss == .rottenFrame ? damaged : 0].before.position
        return (events, Int(readable))
    }

    /// The frames of the journal, in order.
    private func frames() throws -> [RecoveredFrame] {
        let log = try Environment.open(
            at: folder.store + "/log.mdb", options: Environment.Options(mapSize: 256 << 20, durability: .full))
        defer { log.close() }
        guard let recovery = try JournalRecovery(of: log, journalAt: journal) else { return [] }
        return recovery.walk.frames
    }

    private func flip(in offset: Int) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: journal))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(offset))
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: [byte ^ 0x40])
    }

    @Test(arguments: Loss.allCases)
    func `it is refused for appending, shown read-only up to the loss, and given up when that is confirmed`(
        loss: Loss
    ) async throws {
        let (events, readable) = try await lose(loss)
        let refused = await #expect(throws: EventStoreError.self) { _ = try await open() }
        #expect(refused?.code == (loss == .missing ? .eventsLost : .damaged), "\(refused?.message ?? "")")
        #expect(refused?.message.contains("confirmRestored") == true, "\(refused?.message ?? "")")

        for _ in 0..<2 {
            let shown = try await open(readOnly: true)
            #expect(try await shown.readLog().collect() == Array(events[..<readable]))
            #expect(shown.lostEvents.map(\.witness) == [.journal])
            #expect(shown.lostEvents.first?.position == Position(readable) + 1)
            #expect(shown.lostEvents.first?.head == Position(readable))
            let findings = Notices()
            _ = try await shown.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
            #expect(findings.all.first?.contains("events are lost") == true, "\(findings.all)")
            #expect(!findings.all.contains { $0.contains("no event is affected") })
            #expect(findings.all.contains { $0.contains("keep it") } == (loss == .rottenControl))
            #expect(try await shown.statistics().journal?.isInUse == true)
            let error = await #expect(throws: EventStoreError.self) {
                try await shown.append([EventData(type: "T", data: [])], to: "s-1")
            }
            #expect(error?.code == .eventsLost)
            await shown.close()
        }
        // Showing it has not removed the evidence.
        await #expect(throws: EventStoreError.self) { _ = try await open() }

        let confirmed = try await LMDBEventStore.confirmRestored(at: folder.store, options: .small())
        #expect(confirmed.head == Position(readable))
        #expect(confirmed.discarded.first?.witness == .journal)
        #expect(!FileManager.default.fileExists(atPath: journal))
        // What is left of it is kept.
        #expect(FileManager.default.fileExists(atPath: journal + "-lost") == (loss != .missing))
        let store = try await open()
        #expect(try await store.readLog().collect() == Array(events[..<readable]))
        try await store.appendUntilJournaling()
        await store.close()
        let findings = try await LMDBEventStore.confirmRestored(at: folder.store, options: .small())
        #expect(findings.discarded == [])
    }

    @Test(arguments: Loss.allCases) func `the frames beside the damage are read around it`(loss: Loss) async throws {
        let (events, readable) = try await lose(loss)
        let damaged = loss == .rottenFrame ? try damagedPositions(after: readable) : nil
        let shown = try await open(readOnly: true)
        let found = try await shown.allIntactEvents()
        await shown.close()
        guard let damaged else {
            #expect(found.events == Array(events[..<readable]))
            #expect(found.damage.map(\.first) == [Position(readable) + 1])
            #expect(found.damage.map(\.last) == [nil])
            return
        }
        #expect(found.events == events.filter { !damaged.contains($0.position) })
        #expect(found.damage.map(\.first) == [damaged.lowerBound])
        #expect(found.damage.map(\.last) == [damaged.upperBound])
    }

    /// The positions of the damaged frame, which no other frame has.
    private func damagedPositions(after readable: Int) throws -> ClosedRange<Position> {
        let journal = try #require(try JournalFile.open(journal, of: StoreID.of(folder.store), for: .reading))
        var reader = JournalReader(journal)
        let frames = try reader.intactFrames().intact
        let next = try #require(frames.first { $0.before.position > Position(readable) })
        return Position(readable) + 1...next.before.position
    }

    @Test func `behind a damaged end of the log, the events of the journal are read`() async throws {
        let before = try await LMDBEventStore.open(at: folder.store, options: .small())
        try await before.append([EventData(type: "T", data: [])], to: "s-0")
        await before.close()
        let (events, _) = try await lose(nil)
        let log = RawLog(store: folder.store)
        let last = try #require(try log.blocks().last)
        try log.damage(last.bytes, at: [UInt8].headerByte)
        let lost = last.position..<(last.position + Position(last.bytes.eventCount))
        let shown = try await open(readOnly: true)
        let found = try await shown.allIntactEvents()
        await shown.close()
        #expect(found.events == events.filter { !lost.contains($0.position) })
        #expect(found.damage.map(\.first) == [lost.lowerBound])
        #expect(found.damage.map(\.last) == [lost.upperBound - 1])
    }

    @Test func `behind a lost page of the log, the events of the journal are read, and it is kept`() async throws {
        let before = try await LMDBEventStore.open(at: folder.store, options: .small())
        for number in 0..<3 {
            let data = [UInt8](repeating: UInt8(number), count: 9_000)
            try await before.append([EventData(type: "T", data: data)], to: "s-0")
        }
        await before.close()
        let (events, _) = try await lose(nil)
        let log = RawLog(store: folder.store)
        let block = try log.blocks()[1]
        var file = try Data(contentsOf: URL(fileURLWithPath: log.path))
        let start = try #require(file.range(of: Data(block.bytes))).lowerBound / 4_096 * 4_096
        file.resetBytes(in: start..<start + 4_096)
        try log.overwrite(with: file)
        let bytes = FileManager.default.contents(atPath: journal)
        let shown = try await openAroundDamage()
        let found = try await shown.allIntactEvents()
        await shown.close()
        #expect(found.events == events.filter { $0.position != block.position })
        #expect(found.damage.map(\.first) == [block.position])
        #expect(found.damage.map(\.last) == [block.position])
        #expect(FileManager.default.contents(atPath: journal) == bytes)
        #expect(try Data(contentsOf: URL(fileURLWithPath: log.path)) == file)
    }

    @Test func `where a missing journal ended is unknown, even if a read model has applied some of its events`()
        async throws
    {
        let (events, readable) = try await lose(.missing)
        let known = try #require(events.dropFirst(readable + 3).first)
        let models = try await LMDBReadModelStore.open(at: folder.store + "/views.mdb", mapSize: 64 << 20)
        let checkpoint = Checkpoint(
            storeID: try StoreID.of(folder.store), position: known.position, fingerprint: 7)
        try models.write("m") { try $0.setState(ReadModelState(schemaVersion: 1, checkpoint: checkpoint)) }
        models.close()
        let shown = try await open(readOnly: true)
        #expect(shown.lostEvents.contains { $0.witness == .readModel("m") })
        let found = try await shown.allIntactEvents()
        await shown.close()
        #expect(found.damage.map(\.first) == [Position(readable) + 1])
        #expect(found.damage.map(\.last) == [nil])
    }

    @Test func `if the end of the log is damaged, the events before it are shown, and the journal is kept`()
        async throws
    {
        let before = try await LMDBEventStore.open(at: folder.store, options: .small())
        for number in 0..<4 {
            try await before.append([EventData(type: "T", data: Array("\(number)".utf8))], to: "s-0")
        }
        await before.close()
        let (events, _) = try await lose(nil)
        let log = RawLog(store: folder.store)
        let last = try #require(try log.blocks().last)
        try log.damage(last.bytes, at: [UInt8].headerByte)
        let bytes = FileManager.default.contents(atPath: journal)
        let refused = await #expect(throws: EventStoreError.self) { _ = try await open() }
        #expect(refused?.code == .damaged)
        let shown = try await open(readOnly: true)
        for event in events where event.position < last.position {
            #expect(try await shown.event(at: event.position) == event)
        }
        #expect(shown.lostEvents.first?.position == last.position)
        #expect(shown.lostEvents.first?.head == last.position - 1)
        let error = await #expect(throws: EventStoreError.self) {
            try await shown.append([EventData(type: "T", data: [])], to: "s-1")
        }
        #expect(error?.code == .eventsLost)
        await shown.close()
        #expect(FileManager.default.contents(atPath: journal) == bytes)
        let confirmed = await #expect(throws: EventStoreError.self) {
            try await LMDBEventStore.confirmRestored(at: folder.store, options: .small())
        }
        #expect(confirmed?.code == .damaged)
    }

    @Test func `verification checks the frames of a store whose log cannot be written`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        for number in 0..<20 {
            try await store.append([EventData(type: "T", data: Array("\(number)".utf8))], to: "s-1")
        }
        store.journaling?.failDraining(.appendsStopped(EventStoreError(.diskFull, "planted"), outcome: .notWritten))
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all == [])
        // The first frame, and not the memory that readers share.
        try flip(in: JournalLayout.ringOffset + 200)
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all.count == 1)
        #expect(findings.all.first?.contains("cannot be recovered from it") == true, "\(findings.all)")
        await store.close()
    }
}

extension StoreID {
    /// The id of a closed store.
    fileprivate static func of(_ path: String) throws -> StoreID {
        let log = try Environment.open(
            at: path + "/log.mdb", options: Environment.Options(mapSize: 256 << 20, durability: .full))
        defer { log.close() }
        return try #require(try log.withStoredSnapshot { (snapshot) in try snapshot.storeHeader(path: path) }).id
    }
}
