import Foundation
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A store that appends through its journal.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct JournalingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ options: LMDBEventStore.Options = .undrained()) async throws -> LMDBEventStore {
        try await LMDBEventStore.open(at: folder.store, options: options)
    }

    private func event(_ text: String) -> EventData { EventData(type: "T", data: Array(text.utf8)) }

    private func texts(_ store: LMDBEventStore) async throws -> [String] {
        try await store.readLog().collect().map { String(decoding: $0.data, as: UTF8.self) }
    }

    /// The mark that the log records.
    private func mark(_ store: LMDBEventStore) throws -> JournalMark? {
        try store.environment.withSnapshot { (log) in try log.markedHeader(path: "log.mdb")?.mark }
    }

    @Test func `a busy store appends through its journal, and every read sees the events at once`() async throws {
        let store = try await open()
        let count = try await store.appendUntilJournaling()
        let before = try await store.head()
        let held = try store.environment.statistics().entries
        for number in 1...100 {
            let result = try await store.append(
                [event("\(number)")], to: "s-1", expecting: .exact(StreamVersion(number - 1)))
            #expect(result.positions == [before + Position(number)])
            #expect(try await store.head() == before + Position(number))
            #expect(try await store.read("s-1").collect().count == number)
        }
        #expect(try store.environment.statistics().entries == held)
        #expect(try await texts(store) == (0..<count).map { "\($0)" } + (1...100).map { "\($0)" })
        #expect(store.journaling?.statistics.groups ?? 0 >= 100)
        await store.close()
    }

    @Test func `pending blocks are drained once in an interval, and not at every look`() async throws {
        var options = LMDBEventStore.Options.journaled()
        options.journal.lookInterval = 1_000_000
        options.journal.drainInterval = 2_000_000_000
        let store = try await open(options)
        try await store.appendUntilJournaling()
        let begun = ContinuousClock.now
        while ContinuousClock.now < begun + .milliseconds(2_500) {
            try await store.append([event("")], to: "s-1")
            try await Task.sleep(for: .milliseconds(2))
        }
        let intervals = Int((ContinuousClock.now - begun) / .seconds(2))
        let statistics = try #require(store.journaling).statistics
        #expect((1...intervals + 1).contains(statistics.drains))
        #expect(statistics.drainingTime > .zero)
        await store.close()
    }

    @Test func `closing leaves all events in log dot mdb, with an empty mark`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        if case .inUse = try mark(store) {} else { Issue.record("the mark is not set") }
        for number in 1...10 { try await store.append([event("\(number)")], to: "s-1") }
        let expected = try await texts(store)
        await store.close()
        try FileManager.default.removeItem(atPath: folder.store + "/journal")
        let reopened = try await open(.small())
        #expect(try mark(reopened) == .empty)
        #expect(try await texts(reopened) == expected)
        await reopened.close()
    }

    @Test func `conflicts, repeats and conditions are judged against events of the journal`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        let id = EventID.random()
        let first = EventData(id: id, type: "T", tags: ["owner:1"], data: [])
        let result = try await store.append([first], to: "s-1", expecting: .noStream)
        #expect(try await store.append([first], to: "s-1", expecting: .noStream).wasAlreadyCommitted)
        await #expect(throws: EventStoreError.self) {
            try await store.append([event("a")], to: "s-1", expecting: .noStream)
        }
        await #expect {
            let owner = Query([Query.Item(tags: ["owner:1"])])
            try await store.append(
                Commit(
                    entries: [Commit.Entry(stream: "s-2", event: event("b"))],
                    conditions: [AppendCondition(failIfEventsMatch: owner)]))
        } throws: { ($0 as? EventStoreError)?.code == .conflict }
        #expect(try await store.event(withID: id)?.position == result.lastPosition)
        #expect(store.isJournaling)
        await store.close()
    }

    @Test func `pending blocks are drained after a while, in whole groups`() async throws {
        var options = LMDBEventStore.Options.journaled()
        options.journal.drainInterval = 5_000_000
        let store = try await open(options)
        try await store.appendUntilJournaling()
        for number in 1...50 { try await store.append([event("\(number)"), event("")], to: "s-1") }
        let head = try await store.head()
        try await store.wait { $0.journaling?.statistics.pendingBytes == 0 }
        #expect(store.environment.pendingBlocks.blocks == nil)
        #expect(try store.environment.withSnapshot { (log) in try log.head() } == head)
        #expect(store.isJournaling)
        #expect(store.journaling?.statistics.drains ?? 0 > 0)
        try await store.append([event("after")], to: "s-1")
        #expect(try await texts(store).last == "after")
        await store.close()
    }

    @Test func `a large group goes into log dot mdb with everything that is pending`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        try await store.append([event("small")], to: "s-1")
        let large = (1...300).map { _ in EventData(type: "T", data: [UInt8](repeating: 7, count: 1_000)) }
        try await store.append(large, to: "s-1")
        #expect(store.environment.pendingBlocks.blocks == nil)
        #expect(store.isJournaling)
        // Frames continue behind it.
        try await store.append([event("next")], to: "s-1")
        #expect(store.environment.pendingBlocks.blocks?.count == 1)
        #expect(try await texts(store).suffix(1) == ["next"])
        await store.close()
        let reopened = try await open(.small())
        #expect(try await reopened.read("s-1").collect().count == 302)
        await reopened.close()
    }

    @Test func `more than half of the bound of pending bytes sends a group into log dot mdb`() async throws {
        var options = LMDBEventStore.Options.undrained()
        options.journal.pendingBytes = 64 << 10
        let store = try await open(options)
        try await store.appendUntilJournaling()
        var largest = 0
        for _ in 1...100 {
            try await store.append([EventData(type: "T", data: [UInt8](repeating: 1, count: 3_000))], to: "s-1")
            largest = max(largest, store.environment.pendingBlocks.blocks?.byteCount ?? 0)
        }
        #expect(largest < 40 << 10)
        #expect(try await store.read("s-1").collect().count == 100)
        await store.close()
    }

    @Test func `the ring wraps around while the store appends`() async throws {
        var options = LMDBEventStore.Options.journaled(fileBytes: 256 << 10)
        options.journal.drainInterval = 1_000_000
        let store = try await open(options)
        let before = try await store.appendUntilJournaling()
        for number in 1...300 {
            try await store.append([event("\(number) " + String(repeating: "x", count: 2_000))], to: "s-1")
        }
        #expect(store.isJournaling)
        #expect(try await store.readLog().collect().count == before + 300)
        await store.close()
    }

    @Test func `a store keeps the journal while it appends now and then`() async throws {
        var options = LMDBEventStore.Options.undrained()
        options.journal.idleTime = 2_000_000_000
        let store = try await open(options)
        var uses: Int?
        var longestPause = Duration.zero
        // On a busy machine, pauses may be longer than a store that is in use has: such a round shows nothing.
        repeat {
            try await store.appendUntilJournaling()
            uses = store.journaling?.statistics.uses
            longestPause = .zero
            var last = ContinuousClock.now
            for number in 1...15 {
                try await Task.sleep(for: .milliseconds(200))
                try await store.append([event("\(number)")], to: "s-1")
                longestPause = max(longestPause, last.duration(to: .now))
                last = .now
            }
        } while longestPause >= .seconds(2)
        #expect(store.isJournaling)
        #expect(store.journaling?.statistics.uses == uses)
        await store.close()
    }

    @Test func `an idle store gives the journal up, and takes it again when it is busy`() async throws {
        var options = LMDBEventStore.Options.undrained()
        options.journal.idleTime = 20_000_000
        let store = try await open(options)
        try await store.appendUntilJournaling()
        try await store.wait { !$0.isJournaling }
        #expect(try mark(store) == .empty)
        #expect(store.environment.pendingBlocks.blocks == nil)
        try await store.appendUntilJournaling(to: "again-1")
        #expect(store.journaling?.statistics.uses ?? 0 >= 2)
        #expect(store.journaling?.statistics.handOvers == 0)
        await store.close()
    }

    @Test func `a second opening finds all events, and both append until one is alone again`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        for number in 1...20 { try await store.append([event("\(number)")], to: "s-1") }
        let head = try await store.head()
        let second = try await open()
        #expect(!store.isJournaling)
        #expect(try await second.head() == head)
        #expect(try mark(second) == .empty)
        for number in 1...20 {
            try await (number.isMultiple(of: 2) ? store : second).append([event("both \(number)")], to: "s-1")
        }
        #expect(!store.isJournaling && !second.isJournaling)
        #expect(try await texts(store) == texts(second))
        await second.close()
        try await store.appendUntilJournaling(to: "alone-1")
        await store.close()
    }

    @Test func `a journal that is left in use is recovered by an unsynced opening`() async throws {
        let store = try await open()
        let count = try await store.appendUntilJournaling()
        for number in 1...10 { try await store.append([event("\(number)")], to: "s-1") }
        let expected = try await texts(store)
        // What a killed process leaves.
        let copy = folder.path("copy")
        try FileManager.default.copyItem(atPath: folder.store, toPath: copy)
        await store.close()
        let recovered = try await LMDBEventStore.open(at: copy, options: .unsynced())
        #expect(try mark(recovered) == .empty)
        #expect(try await texts(recovered) == expected)
        #expect(expected.count == count + 10)
        await recovered.close()
    }

    @Test func `another opening is noticed while one drain follows the other`() async throws {
        var options = LMDBEventStore.Options.journaled()
        // Every frame is to be drained at once, and there is no other look.
        options.journal.drainBytes = 1
        options.journal.lookInterval = 3_600_000_000_000
        let store = try await open(options)
        try await store.appendUntilJournaling()
        let appending = Task {
            while !Task.isCancelled { try await store.append([event("")], to: "s-1") }
        }
        let second = try await open(.small())
        #expect(!store.isJournaling)
        appending.cancel()
        // A cancelled append is withdrawn.
        _ = await appending.result
        await second.close()
        await store.close()
    }

    @Test func `an unsynced store and a read-only one have no journal`() async throws {
        var options = LMDBEventStore.Options.unsynced()
        options.journal.busyTime = 0
        let store = try await open(options)
        for _ in 1...20 { try await store.append([event("")], to: "s-1") }
        #expect(store.journaling == nil)
        await store.close()
        #expect(!FileManager.default.fileExists(atPath: folder.store + "/journal"))
    }

    @Test func `verifying puts pending events into log dot mdb first, and checks the journal`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        for number in 1...10 { try await store.append([event("\(number)")], to: "s-1") }
        let held = try store.environment.statistics().entries
        let pending = try #require(store.environment.pendingBlocks.blocks?.count)
        let summary = try await store.verify(progress: { _, _ in }, finding: { _ in })
        #expect(summary.findings == 0)
        #expect(summary.events == Int(try await store.head()))
        #expect(try store.environment.statistics().entries == held + pending)
        await store.close()
        let journal = folder.store + "/journal"
        // A power loss may interrupt the write of one copy of the control page, so only damage of both is a finding.
        for (offset, count) in [(4_196, 0), (100, 1)] {
            let file = try #require(FileHandle(forUpdatingAtPath: journal))
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: [0xFF])
            try file.close()
            let findings = Notices()
            let damaged = try await open(.small())
            _ = try await damaged.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
            #expect(findings.all.count == count)
            #expect(findings.all.allSatisfy { $0.contains("both copies") && $0.contains("no event is affected") })
            await damaged.close()
        }
        // A damaged journal is built again.
        let repaired = try await open()
        try await repaired.appendUntilJournaling(to: "again-1")
        #expect(try await repaired.verify(progress: { _, _ in }, finding: { _ in }).findings == 0)
        await repaired.close()
    }

    @Test func `statistics show the journal and its use`() async throws {
        let store = try await open()
        #expect(try await store.statistics().journal?.isInUse == false)
        try await store.appendUntilJournaling()
        try await store.append([event("a")], to: "s-1")
        let journal = try #require(try await store.statistics().journal)
        #expect(journal.isInUse && journal.uses == 1 && journal.groups >= 1 && journal.pendingBytes > 0)
        #expect(try await store.statistics().files.contains { $0.name == "journal" && $0.bytes >= 8 << 20 })
        await store.close()
        let reopened = try await open(.small())
        #expect(try await reopened.statistics().journal == StoreStatistics.Journal())
        await reopened.close()
    }
}
