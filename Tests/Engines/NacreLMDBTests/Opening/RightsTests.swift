import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import TestFolders
import TestTraits
import Testing

/// Errors of a process without root's rights; if the tests run as root, the other process drops them.
@Suite(.fewAtOnce) struct RightsTests {
    private func open(_ path: String, _ arguments: String...) async throws -> PeerAnswer {
        try await Peer(store: path, arguments: arguments + ["--without-rights"]).run(.open, as: PeerAnswer.self)
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Runs a body with restrictive modes, and restores them so that the folder can be removed.
    private func withMode<R>(_ mode: Int, of path: String, _ body: () async throws -> R) async throws -> R {
        try setMode(mode, of: path)
        do {
            let result = try await body()
            try setMode(0o700, of: path)
            return result
        } catch {
            try setMode(0o700, of: path)
            throw error
        }
    }

    @Test func `a store cannot be created in a read-only folder`() async throws {
        let folder = try TemporaryFolder()
        let before = try folder.contents()
        let answer = try await withMode(0o555, of: folder.path) { try await open(folder.store, "--creating") }
        #expect(answer.errorCode == "cannotCreate")
        #expect(answer.errorMessage?.contains(folder.store) == true)
        #expect(answer.errorMessage?.contains("Permission denied") == true)
        #expect(try folder.contents() == before)
    }

    @Test func `a store is not created in an unreadable folder, whose entries cannot be synced`()
        async throws
    {
        let folder = try TemporaryFolder()
        let answer = try await withMode(0o333, of: folder.path) { try await open(folder.store, "--creating") }
        #expect(answer.errorCode == "cannotCreate")
        #expect(answer.errorMessage?.contains("cannot be synced") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.store + "/log.mdb"))
    }

    @Test func `a store in a read-only folder is refused`() async throws {
        let folder = try TemporaryFolder()
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        let before = try folder.contents()
        let answer = try await withMode(0o555, of: folder.store) { try await open(folder.store) }
        #expect(answer.errorCode == "cannotCreate")
        #expect(answer.errorMessage?.contains(folder.store) == true)
        #expect(try folder.contents() == before)
    }

    @Test func `a folder without search permission is refused`() async throws {
        let folder = try TemporaryFolder()
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        let answer = try await withMode(0o000, of: folder.store) { try await open(folder.store) }
        #expect(answer.errorCode == "cannotCreate")
        #expect(answer.errorMessage?.contains(folder.store) == true)
    }

    @Test func `a read-only log is refused`() async throws {
        let folder = try TemporaryFolder()
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        let log = folder.store + "/log.mdb"
        // The folder is writable for all users, the log readable for its owner only.
        let answer = try await withMode(0o777, of: folder.store) {
            try await withMode(0o444, of: log) { try await open(folder.store) }
        }
        #expect(answer.errorCode == "cannotCreate")
        #expect(answer.errorMessage?.contains("log.mdb") == true)
        #expect(answer.errorMessage?.contains("Permission denied") == true)
    }

    // MARK: Reading read-only stores

    private let events = (1...3).map { EventData(type: "T", tags: ["tag"], data: [UInt8($0)]) }

    /// Runs a body with a store that all users may read and none may write, except the log on request.
    private func withReadable<R>(
        _ folder: TemporaryFolder, logMode: Int = 0o444, _ body: () async throws -> R
    ) async throws -> R {
        try await withMode(logMode, of: folder.store + "/log.mdb") {
            try await withMode(logMode, of: folder.store + "/log.mdb-lock") {
                try await withMode(0o555, of: folder.store, body)
            }
        }
    }

    private func reader(_ folder: TemporaryFolder) -> Peer<PeerJob> {
        Peer(store: folder.store, arguments: ["--reading", "--without-rights"])
    }

    @Test func `a read-only store is read on request and leaves no files`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        try await store.append(events, to: "s-1")
        await store.close()
        let before = try folder.contents()
        let found = try await withReadable(folder) {
            try await reader(folder).run(.read(stream: "s-1"), as: [PeerEvent].self)
        }
        #expect(found.map { $0.event?.data } == [[1], [2], [3]])
        #expect(try folder.contents() == before)
    }

    @Test func `an append to a read-only store is refused`() async throws {
        let folder = try TemporaryFolder()
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        let commit = PeerCommit(Commit(entries: [Commit.Entry(stream: "s-1", event: EventData(type: "T", data: []))]))
        let answer = try await withReadable(folder) {
            try await reader(folder).run(.append(commit), as: PeerAnswer.self)
        }
        #expect(answer.errorCode == "appendsStopped")
        #expect(answer.errorMessage?.contains("cannot be written by this user") == true)
    }

    @Test func `a store in use is not read without a slot in its lock file`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        let answer = try await withReadable(folder) { try await reader(folder).run(.open, as: PeerAnswer.self) }
        #expect(answer.errorCode == "inputOutput")
        #expect(
            answer.errorMessage?.contains("process \(ProcessInfo.processInfo.processIdentifier) has it open") == true)
        await store.close()
    }

    @Test func `a store in use is read with a slot in its lock file`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        try await store.append(events, to: "s-1")
        let found = try await withReadable(folder, logMode: 0o666) {
            try await reader(folder).run(.read(stream: "s-1"), as: [PeerEvent].self)
        }
        #expect(found.count == 3)
        await store.close()
    }
}
