import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import Testing

/// What a process without root's rights is told; where the tests run as root, the other process gives them up.
@Suite struct RightsTests {
    private func open(_ path: String, _ arguments: String...) async throws -> PeerAnswer {
        try await Peer(store: path, arguments: arguments + ["--without-rights"]).run(.open, as: PeerAnswer.self)
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Runs a body with modes that forbid things, and takes them back, so that the folder can be removed.
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

    @Test func `a store cannot be made in a folder that cannot be written`() async throws {
        let folder = try TemporaryFolder()
        let before = try folder.contents()
        let answer = try await withMode(0o555, of: folder.path) { try await open(folder.store, "--creating") }
        #expect(answer.errorCode == "cannotCreate")
        #expect(answer.errorMessage?.contains(folder.store) == true)
        #expect(answer.errorMessage?.contains("Permission denied") == true)
        #expect(try folder.contents() == before)
    }

    @Test func `a folder that cannot be written is refused, though a store is in it`() async throws {
        let folder = try TemporaryFolder()
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        let before = try folder.contents()
        let answer = try await withMode(0o555, of: folder.store) { try await open(folder.store) }
        #expect(answer.errorCode == "cannotCreate")
        #expect(answer.errorMessage?.contains(folder.store) == true)
        #expect(try folder.contents() == before)
    }

    @Test func `a folder that cannot be entered is refused`() async throws {
        let folder = try TemporaryFolder()
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        let answer = try await withMode(0o000, of: folder.store) { try await open(folder.store) }
        #expect(answer.errorCode == "cannotCreate")
        #expect(answer.errorMessage?.contains(folder.store) == true)
    }

    @Test func `a log that cannot be written is refused`() async throws {
        let folder = try TemporaryFolder()
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        let log = folder.store + "/log.mdb"
        // The folder is everybody's, the log is its owner's to read alone.
        let answer = try await withMode(0o777, of: folder.store) {
            try await withMode(0o444, of: log) { try await open(folder.store) }
        }
        #expect(answer.errorCode == "cannotCreate")
        #expect(answer.errorMessage?.contains("log.mdb") == true)
        #expect(answer.errorMessage?.contains("Permission denied") == true)
    }
}
