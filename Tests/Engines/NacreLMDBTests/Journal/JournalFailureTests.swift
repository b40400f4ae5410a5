import Foundation
import InMemoryLogging
import Logging
import Nacre
import PeerMessages
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A store whose journal or whose log cannot be written.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct JournalFailureTests {
    private let folder: TemporaryFolder
    private let log = Logged()

    init() throws { folder = try TemporaryFolder() }

    private func options() -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.undrained(fileBytes: 1 << 20)
        options.logger = log.logger
        return options
    }

    private func event(_ text: String) -> EventData { EventData(type: "T", data: Array(text.utf8)) }

    /// A closed store whose journal is built, so that a limit on the size of files does not prevent it.
    private func create(fileBytes: Int) async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .undrained(fileBytes: fileBytes))
        try await store.appendUntilJournaling()
        await store.close()
    }

    @Test func `a log that cannot be written stops appends once the journal is full, and loses nothing`()
        async throws
    {
        try await create(fileBytes: 1 << 20)
        let before = try await head()
        // A limit on the size of files fails a write as a full disk does.
        let arguments = ["--eager-journal", "--journal-bytes", "\(1 << 20)", "--file-limit", "\(3 << 20)"]
        let report = try await Peer(store: folder.store, arguments: arguments)
            .run(.exhaustDisk(writers: 32), as: PeerDiskFailure.self)
        #expect(report.failures.values.reduce(0, +) == 64)
        #expect(Set(report.failures.keys).isSubset(of: ["appendsStopped unknown", "appendsStopped notWritten"]))
        #expect(report.head == before + Position(report.acknowledged))
        #expect(report.read == Int(report.head))
        let left = try LeftJournal(store: folder.store)
        #expect(left.isInUse)
        #expect(left.missing > 0)
        #expect(report.logged.contains { $0.hasPrefix(LogMessage.journalNotDrained.rawValue) }, "\(report.logged)")
        #expect(report.logged.contains { $0.hasPrefix(LogMessage.appendsStopped.rawValue) }, "\(report.logged)")

        let store = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
        let head = try await store.head()
        let unknown = Position(report.failures["appendsStopped unknown", default: 0])
        #expect((report.head...report.head + unknown).contains(head))
        #expect(try await store.readLog().collect().count == Int(head))
        let result = try await store.append([event("")], to: "after-1", expecting: .noStream)
        #expect(result.lastPosition == head + 1)
        await store.close()
    }

    /// What bounds the frames that the log lacks.
    enum Bound: CaseIterable {
        case pendingBytes
        case ring
    }

    @Test(arguments: Bound.allCases)
    func `frames go on after a failed drain up to a bound, and the append beyond it is not written`(
        bound: Bound
    ) async throws {
        var options = options()
        options.journal.fileBytes = 512 << 10
        if bound == .pendingBytes { options.journal.pendingBytes = 64 << 10 }
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        let before = try await store.appendUntilJournaling()
        let failure = EventStoreError(.diskFull, "planted")
        store.journaling?.failDraining(.appendsStopped(failure, outcome: .notWritten))
        var acknowledged = 0
        var error: EventStoreError?
        while error == nil {
            do {
                try await store.append([event(String(repeating: "x", count: 5_000))], to: "s-1")
                acknowledged += 1
            } catch let stopped as EventStoreError {
                error = stopped
            }
        }
        #expect(bound == .ring ? (50...64).contains(acknowledged) : (11...13).contains(acknowledged))
        #expect(error?.code == .appendsStopped)
        #expect(error?.outcome == .notWritten)
        #expect(error?.message.contains("planted") == true, "\(error?.message ?? "")")
        let events = try await store.readLog().collect()
        #expect(events.count == before + acknowledged)
        let frames = store.journaling?.statistics.groups
        await store.close()
        #expect(try LeftJournal(store: folder.store).missing == frames)
        let reopened = try await LMDBEventStore.open(at: folder.store, options: .small())
        #expect(try await reopened.readLog().collect() == events)
        await reopened.close()
    }

    @Test func `a store whose log cannot be written keeps its journal while it is idle`() async throws {
        var options = options()
        options.journal.idleTime = 20_000_000
        options.journal.drainInterval = 1_000_000
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        try await store.appendUntilJournaling()
        store.journaling?.failDraining(.appendsStopped(EventStoreError(.diskFull, "planted"), outcome: .notWritten))
        try await Task.sleep(for: .milliseconds(300))
        #expect(try await store.append([event("after")], to: "s-1").positions == [store.head()])
        let events = try await store.readLog().collect()
        await store.close()
        let reopened = try await LMDBEventStore.open(at: folder.store, options: .small())
        #expect(try await reopened.readLog().collect() == events)
        await reopened.close()
    }

    @Test func `a drain that waits too long for the write lock is repeated, and appends go on`() async throws {
        var options = options()
        options.writeLockTimeout = .milliseconds(50)
        options.journal.drainInterval = 1_000_000
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        try await store.appendUntilJournaling()
        let held = try await HeldWrite(of: store.environment)
        for _ in 1...10 {
            try await store.append([event("held")], to: "s-1")
            try await Task.sleep(for: .milliseconds(20))
        }
        held.end()
        try await store.append([event("after")], to: "s-1")
        try await store.wait { $0.journaling?.statistics.pendingBytes == 0 }
        #expect(store.isJournaling)
        #expect(log.entries.isEmpty, "\(log.all)")
        await store.close()
        #expect(try !LeftJournal(store: folder.store).isInUse)
    }

    private func head() async throws -> Position {
        let store = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
        let head = try await store.head()
        await store.close()
        return head
    }

    @Test func `without room for a journal, appends go on through the log, with a warning`() async throws {
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        let report = try await Peer(
            store: folder.store, arguments: ["--eager-journal", "--file-limit", "2000000"]
        ).run(.exhaustDisk(writers: 32), as: PeerDiskFailure.self)
        #expect(report.acknowledged > 50)
        #expect(report.read == Int(report.head))
        let warnings = report.logged.filter { $0.hasPrefix(LogMessage.journalUnusable.rawValue) }
        #expect(warnings.count == 1, "\(report.logged)")
        #expect(warnings.first?.contains("there is no room for") == true, "\(warnings)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.store)
        #expect(files.filter { $0.hasPrefix("journal") } == ["journal-lock"])
        #expect(try await head() >= Position(report.acknowledged))
    }

    @Test func `a journal that cannot be built is tried again later`() async throws {
        var options = options()
        options.journal.busyPeriod = 2_000_000
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        let path = folder.store + "/journal"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        while log.entries.isEmpty { try await store.append([event("")], to: "s-1") }
        #expect(log.entries.map { "\($0.message)" } == [LogMessage.journalUnusable.rawValue])
        #expect(!store.isJournaling)
        try FileManager.default.removeItem(atPath: path)
        try await store.appendUntilJournaling()
        await store.close()
    }

    @Test(arguments: [true, false])
    func `a journal that is removed or replaced while frames are written costs nothing if the store is closed`(
        isReplaced: Bool
    ) async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: options())
        try await store.appendUntilJournaling()
        let path = folder.store + "/journal"
        try FileManager.default.removeItem(atPath: path)
        if isReplaced { #expect(FileManager.default.createFile(atPath: path, contents: Data(count: 1 << 20))) }
        for number in 1...20 { try await store.append([event("\(number)")], to: "s-1") }
        #expect(store.isJournaling)
        let events = try await store.readLog().collect()
        await store.close()
        let reopened = try await LMDBEventStore.open(at: folder.store, options: options())
        #expect(try await reopened.readLog().collect() == events)
        try await reopened.appendUntilJournaling()
        await reopened.close()
    }

    @Test func `a journal that is removed while its store is closed is built again`() async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: options())
        try await store.appendUntilJournaling()
        await store.close()
        try FileManager.default.removeItem(atPath: folder.store + "/journal")
        let reopened = try await LMDBEventStore.open(at: folder.store, options: options())
        try await reopened.appendUntilJournaling()
        try await reopened.append([event("")], to: "s-1")
        let events = try await reopened.readLog().collect()
        await reopened.close()
        let again = try await LMDBEventStore.open(at: folder.store, options: options())
        #expect(try await again.readLog().collect() == events)
        await again.close()
    }

    @Test func `a lock file that is removed ends the use of the journal, because others cannot be seen any more`()
        async throws
    {
        let store = try await LMDBEventStore.open(at: folder.store, options: options())
        try await store.appendUntilJournaling()
        try FileManager.default.removeItem(atPath: folder.store + "/journal-lock")
        try await store.wait { !$0.isJournaling }
        #expect(try !LeftJournal(store: folder.store).isInUse)
        for _ in 0..<20 { try await store.append([event("")], to: "s-1") }
        #expect(!store.isJournaling)
        await store.close()
        let reopened = try await LMDBEventStore.open(at: folder.store, options: options())
        try await reopened.appendUntilJournaling()
        await reopened.close()
    }

    // MARK: Without rights

    private func openWithoutRights() async throws -> PeerAnswer {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.store).map { folder.store + "/" + $0 }
        for path in files { #expect(chmod(path, 0o444) == 0) }
        #expect(chmod(folder.store, 0o555) == 0)
        #expect(chmod(folder.path, 0o755) == 0)
        defer {
            for path in files { #expect(chmod(path, 0o644) == 0) }
            #expect(chmod(folder.store, 0o755) == 0)
        }
        return try await Peer(store: folder.store, arguments: ["--reading", "--without-rights"])
            .run(.open, as: PeerAnswer.self)
    }

    @Test func `a reader without rights is refused by a journal in use, and served by an empty one`() async throws {
        try await create(fileBytes: 1 << 20)
        let announced = try await KilledAppender.kill(
            of: folder.store, ["--eager-journal", "--journal-bytes", "\(1 << 20)"], after: 40, pause: .zero)
        #expect(try LeftJournal(store: folder.store).isInUse)
        let refused = try await openWithoutRights()
        #expect(refused.errorCode == EventStoreError.Code.appendsStopped.description)
        #expect(refused.errorMessage?.contains("open the store once as a user who may write") == true)

        let store = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
        try await KilledAppender.expectWholeBatches(in: store, atLeast: announced)
        let head = try await store.head()
        await store.close()
        #expect(try await openWithoutRights().result().lastPosition == head)
    }
}
