import ChildProcesses
import Foundation
import InMemoryLogging
import Logging
import Nacre
import PeerMessages
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A store that ends while its journal is prepared or in use.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct JournalClosingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ options: LMDBEventStore.Options = .undrained()) async throws -> LMDBEventStore {
        try await LMDBEventStore.open(at: folder.store, options: options)
    }

    private func append(_ count: Int, to store: LMDBEventStore) async throws {
        for number in 1...count { try await store.append([EventData(type: "T", data: [UInt8(number)])], to: "s-1") }
    }

    @Test func `a store dropped without closing puts its pending events into the log`() async throws {
        var count = 0
        for round in 1...5 {
            weak var environment: AnyObject?
            do {
                let store = try await open()
                count += try await store.appendUntilJournaling()
                try await append(10, to: store)
                count += 10
                #expect(store.environment.pendingBlocks.blocks != nil)
                environment = store.environment
            }
            while environment != nil { try await Task.sleep(for: .milliseconds(1)) }
            #expect(try !LeftJournal(store: folder.store).isInUse)
            let reopened = try await open(.small())
            #expect(try await reopened.head() == Position(count))
            #expect(try await reopened.version(of: "s-1") == StreamVersion(10 * round))
            await reopened.close()
        }
    }

    @Test func `closing during the preparation of the journal leaves a store that opens`() async throws {
        var count = 0
        for round in 0..<20 {
            // So large that it takes a while.
            let store = try await open(.undrained(fileBytes: 32 << 20))
            try await append(1, to: store)
            try await Task.sleep(for: .milliseconds(2 * round))
            count += 1
            await store.close()
            #expect(try !LeftJournal(store: folder.store).isInUse)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.store)
            #expect(!files.contains("journal.unfinished"))
            // Built again each time.
            try? FileManager.default.removeItem(atPath: folder.store + "/journal")
        }
        let store = try await open()
        #expect(try await store.head() == Position(count))
        try await store.appendUntilJournaling()
        await store.close()
    }

    @Test func `an opening during the building of the journal ends it`() async throws {
        var options = LMDBEventStore.Options.undrained(fileBytes: 64 << 20)
        options.journal.pausesWhileBuilding = true
        let store = try await open(options)
        try await append(1, to: store)
        let unfinished = folder.store + "/journal.unfinished"
        try await store.wait { _ in FileManager.default.fileExists(atPath: unfinished) }
        let second = try await open(options)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.store)
        #expect(files.filter { $0.hasPrefix("journal") } == ["journal-lock"])
        #expect(try await second.head() == store.head())
        await second.close()
        try await store.appendUntilJournaling()
        await store.close()
    }

    @Test func `a process that waits to open a store continues when its journal's owner closes`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        try await append(20, to: store)
        let head = try await store.head()
        async let closing: Void = store.close()
        let answers = try await withThrowingTaskGroup(of: PeerAnswer.self) { group in
            for _ in 0..<3 { group.addTask { try await Peer(store: folder.store).run(.open, as: PeerAnswer.self) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await closing
        for answer in answers { #expect(try answer.result().lastPosition == head) }
    }

    @Test func `an owner that is stopped keeps an opening waiting, is named, and is never overtaken`() async throws {
        await (try await open()).close()
        let owner = try await stoppedOwner()
        let log = Logged()
        var options = LMDBEventStore.Options.small(logger: log.logger)
        options.writeLockTimeout = .milliseconds(300)
        let error = await #expect(throws: EventStoreError.self) {
            _ = try await LMDBEventStore.open(at: folder.store, options: options)
        }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("has kept the journal of the store for longer than") == true)
        #if os(Linux)
            #expect(error?.message.contains("process \(owner.processID), which is stopped,") == true)
            #expect(error?.message.contains("kill -CONT \(owner.processID)") == true)
        #endif
        options.writeLockTimeout = .seconds(600)
        let opening = Task { [options] in try await LMDBEventStore.open(at: folder.store, options: options) }
        while log.entries.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(log.entries.first.map { "\($0.message)" } == LogMessage.writeLockHeld.rawValue)
        #expect(log.entries.first?.metadata["process"] == "\(owner.processID)")
        owner.send(SIGCONT)
        let store = try await opening.value
        owner.send(SIGKILL)
        _ = try await owner.ending()
        #expect(try await store.head() > 0)
        await store.close()
    }

    @Test func `an owner that is killed while stopped keeps no opening waiting`() async throws {
        await (try await open()).close()
        let owner = try await stoppedOwner()
        let opening = Task { try await open() }
        try await Task.sleep(for: .milliseconds(100))
        owner.send(SIGKILL)
        let store = try await opening.value
        _ = try await owner.ending()
        try await KilledAppender.expectWholeBatches(in: store, atLeast: [:])
        await store.close()
    }

    /// A process that is stopped while its journal is in use.
    private func stoppedOwner() async throws -> ChildProcess {
        let arguments = ["--eager-journal", "--journal-bytes", "\(1 << 20)"]
        let owner = try await Peer(store: folder.store, arguments: arguments).start(.announce(eventsPerBatch: 7))
        _ = try await owner.output { $0.count { $0 == UInt8(ascii: "\n") } > 200 }
        owner.send(SIGSTOP)
        try await owner.untilStopped()
        return owner
    }

    #if os(Linux)
        @Test func `two hundred uses of the journal leave no thread, descriptor, stack or file behind`() async throws {
            await (try await open(.small())).close()
            let resources = try await Peer(
                store: folder.store, arguments: ["--eager-journal", "--journal-bytes", "262144"]
            ).run(.reopen(times: 200, commits: 30), as: PeerResources.self)
            #expect(resources.after.threads <= resources.before.threads + 3)
            #expect(resources.after.descriptors == resources.before.descriptors)
            #expect(resources.after.mappings <= resources.before.mappings + 60)
            let id = try await storeID()
            let journal = try #require(
                try JournalFile.open(folder.store + "/journal", of: id, for: .reading))
            // Each use writes the control page twice at least.
            #expect(journal.control.writeCount > 200)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.store).filter {
                $0.hasPrefix("journal")
            }
            #expect(files.sorted() == ["journal", "journal-lock"])
        }

        private func storeID() async throws -> StoreID {
            let store = try await open(.small())
            let id = store.id
            await store.close()
            return id
        }
    #endif
}
