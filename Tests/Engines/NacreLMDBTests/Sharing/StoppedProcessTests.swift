import ChildProcesses
import Foundation
import InMemoryLogging
import LMDB
import Logging
import Nacre
import PeerMessages
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// What other processes can do while a signal has stopped one of them.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct StoppedProcessTests {
    private let folder: TemporaryFolder
    private let log = Logged()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(waiting timeout: Duration = .seconds(600)) async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options.small(logger: log.logger)
        options.writeLockTimeout = timeout
        return try await LMDBEventStore.open(at: folder.store, options: options)
    }

    /// A store with one event.
    private func filledStore(waiting timeout: Duration = .seconds(600)) async throws -> LMDBEventStore {
        let store = try await open(waiting: timeout)
        try await append(to: store)
        return store
    }

    @discardableResult
    private func append(to store: LMDBEventStore) async throws -> AppendResult {
        try await store.append([EventData(type: "T", data: [1])], to: "s-1")
    }

    /// A process stopped in the middle of its work.
    private func stoppedPeer(holding hold: PeerHold, file: String = "log.mdb") async throws -> ChildProcess {
        let peer = try await Peer(store: folder.store).start(.stop(holding: hold, file: file))
        _ = try await peer.output { $0.contains(UInt8(ascii: "\n")) }
        try await peer.untilStopped()
        return peer
    }

    /// Resumes a process and waits for its end.
    private func finish(_ peer: ChildProcess) async throws {
        peer.send(SIGCONT)
        #expect(String(decoding: try await peer.output(), as: UTF8.self) == "let go\n")
        #expect(try await peer.ending() == .exit(0))
    }

    private func expect(_ error: EventStoreError?, tellsOf peer: ChildProcess) {
        #expect(error?.code == .locked)
        #expect(error?.message.contains("process \(peer.processID), which is stopped, has held the write lock") == true)
        #expect(error?.message.contains("kill -CONT \(peer.processID)") == true)
    }

    @Test func `an append fails with the id of a process that holds the write lock too long`()
        async throws
    {
        let store = try await filledStore(waiting: .milliseconds(200))
        let peer = try await stoppedPeer(holding: .writing)
        for _ in 0..<2 {
            let error = await #expect(throws: EventStoreError.self) { try await append(to: store) }
            expect(error, tellsOf: peer)
            #expect(error?.outcome == .notWritten)
        }
        #expect(try await store.read("s-1").collect().count == 1)
        try await finish(peer)
        #expect(try await append(to: store).lastPosition == 2)
        await store.close()
    }

    @Test func `a waiting append can be cancelled, and the log names the holding process`()
        async throws
    {
        let store = try await filledStore()
        let peer = try await stoppedPeer(holding: .writing)
        let cancelled = Task { try await append(to: store) }
        let waiting = Task { try await append(to: store) }
        while store.queue.load.requests < 2 { await Task.yield() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        while log.entries.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        let entry = try #require(log.entries.first)
        #expect("\(entry.message)" == LogMessage.writeLockHeld.rawValue)
        #expect(entry.metadata["file"] == "\(folder.store)/log.mdb")
        #expect(entry.metadata["process"] == "\(peer.processID)")
        #expect(entry.metadata["stopped"] == "true")
        #expect(store.queue.load.requests == 1)
        try await finish(peer)
        #expect(try await waiting.value.lastPosition == 2)
        await store.close()
    }

    @Test(arguments: ["log.mdb", "index.mdb"])
    func `closing ends although a process holds a write lock`(file: String) async throws {
        let store = try await filledStore()
        let peer = try await stoppedPeer(holding: .writing, file: file)
        let waiting = Task { try await append(to: store) }
        if file == "log.mdb" {
            while store.queue.load.requests == 0 { await Task.yield() }
        } else {
            _ = try await waiting.value
        }
        await store.close()
        if file == "log.mdb" {
            let error = await #expect(throws: EventStoreError.self) { try await waiting.value }
            #expect(error?.code == .closed)
            #expect(error?.outcome == .notWritten)
        } else {
            #expect(try await waiting.value.lastPosition == 2)
        }
        try await finish(peer)
        let reopened = try await open()
        #expect(try await reopened.head() == (file == "log.mdb" ? 1 : 2))
        await reopened.close()
    }

    @Test func `appends fail without room while the index waits for a stopped process`()
        async throws
    {
        var options = LMDBEventStore.Options.unsynced(logger: log.logger)
        options.writeLockTimeout = .milliseconds(200)
        options.tailLimits.eventsPerGeneration = 16
        options.tailLimits.maxCount = 64
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        try await append(to: store)
        let peer = try await stoppedPeer(holding: .writing, file: "index.mdb")
        var appended = 1
        let error = await #expect(throws: EventStoreError.self) {
            while true {
                try await append(to: store)
                appended += 1
            }
        }
        expect(error, tellsOf: peer)
        #expect(error?.outcome == .notWritten)
        #expect(appended >= 64)
        #expect(try await store.read("s-1").collect().count == appended)
        try await finish(peer)
        // Until the index has advanced, there may be no room again.
        var result: AppendResult?
        while result == nil {
            do {
                result = try await append(to: store)
            } catch let error as EventStoreError where error.code == .locked {
                continue
            }
        }
        #expect(result?.lastPosition == Position(appended + 1))
        await store.close()
    }

    @Test func `a read model is unchanged while a stopped process holds its lock`() async throws {
        let store = try await filledStore()
        let path = folder.store + "/views.mdb"
        let models = try await LMDBReadModelStore.open(
            at: path, mapSize: 64 << 20, writeLockTimeout: .milliseconds(200))
        try models.write("m") { try $0.setValue([7], for: [1], in: 0) }
        let peer = try await stoppedPeer(holding: .writing, file: "views.mdb")
        let error = #expect(throws: EventStoreError.self) {
            try models.write("m") { try $0.setValue([8], for: [1], in: 0) }
        }
        expect(error, tellsOf: peer)
        #expect(try models.read("m") { try $0.value(for: [1], in: 0) } == [7])
        try await finish(peer)
        try models.write("m") { try $0.setValue([8], for: [1], in: 0) }
        #expect(try models.read("m") { try $0.value(for: [1], in: 0) } == [8])
        models.close()
        await store.close()
    }

    @Test func `a stopped reader keeps its snapshot and blocks neither appends nor reads`() async throws {
        let store = try await filledStore()
        let peer = try await stoppedPeer(holding: .reading)
        for _ in 0..<200 { try await append(to: store) }
        #expect(try await store.read("s-1").collect().map(\.version) == Array(1...201))
        try await finish(peer)
        try await append(to: store)
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all == [])
        await store.close()
    }

    @Test func `opening a file fails behind a stopped opener and names it`()
        async throws
    {
        let store = try await filledStore()
        await store.close()
        let peer = try await stoppedPeer(holding: .opening)
        let error = #expect(throws: EventStoreError.self) {
            try OpeningLock.hold(besides: folder.store + "/log.mdb", within: .milliseconds(100)) {}
        }
        #expect(error?.code == .locked)
        #if os(Linux)
            #expect(error?.message.contains("process \(peer.processID), which is stopped,") == true)
        #endif
        try await finish(peer)
        try OpeningLock.hold(besides: folder.store + "/log.mdb", within: .milliseconds(100)) {}
    }

    @Test func `a store opens although a killed process held all reader slots`() async throws {
        let store = try await filledStore()
        await store.close()
        // It must be open: the first process that opens it clears the slots.
        let stopped = try await stoppedPeer(holding: .reading, file: "index.mdb")
        let killed = try await Peer(store: folder.store).start(.dieReading(fillingTable: true)).ending()
        #expect(killed == .signal(SIGKILL))
        let opened = try await open()
        #expect(try await opened.head() == 1)
        await opened.close()
        try await finish(stopped)
    }

    @Test func `opening reports that a live process holds all reader slots`() async throws {
        let store = try await filledStore()
        await store.close()
        let stopped = try await stoppedPeer(holding: .everyReader)
        let error = await #expect(throws: EventStoreError.self) { _ = try await open() }
        #expect((error?.cause as? LMDBError)?.code == .readersFull)
        #expect(error?.message.contains("end read transactions") == true, "\(error?.message ?? "")")
        try await finish(stopped)
        await (try await open()).close()
    }

    @Test func `reader slots of a killed process are reused`() async throws {
        let store = try await filledStore()
        let killed = try await Peer(store: folder.store).start(.dieReading(fillingTable: true)).ending()
        #expect(killed == .signal(SIGKILL))
        @Sendable func read(_ depth: Int) throws {
            guard depth > 0 else { return }
            try store.environment.read { (_: borrowing ReadTransaction) in try read(depth - 1) }
        }
        // More than are kept for the next ones.
        try await store.pool.run { try read(40) }
        await store.close()
    }
}
