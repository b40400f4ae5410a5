import ChildProcesses
import Foundation
import LMDB
import Nacre
import PeerMessages
import Synchronization
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Which openings of a store see each other, and when one of them owns the journal.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct StorePresenceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Registers an opening that does not have to wait.
    private func register(at path: String? = nil) throws -> StorePresence {
        try StorePresence.register(
            in: StoreFolder(path ?? folder.path), waiting: WriteLockWaitPolicy(limit: .seconds(5)))
    }

    /// Registers an opening on a thread of its own, for it blocks.
    private func register(waiting policy: WriteLockWaitPolicy) async throws -> StorePresence {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [folder] in
                continuation.resume(
                    with: Result { try StorePresence.register(in: StoreFolder(folder.path), waiting: policy) })
            }
        }
    }

    /// A process that takes steps.
    private func peer(_ steps: PeerPresenceStep..., arguments: [String] = []) async throws -> ChildProcess {
        try await Peer(store: folder.path, arguments: arguments).start(.present(steps))
    }

    /// Waits until a process has taken all steps up to a stop.
    private func outcomesUntilStopped(_ peer: ChildProcess) async throws -> [String] {
        let stopping = "stopping\n"
        let output = try await peer.output { String(decoding: $0, as: UTF8.self).hasSuffix(stopping) }
        try await peer.untilStopped()
        return String(decoding: output, as: UTF8.self).split(separator: "\n").dropLast().map(String.init)
    }

    /// Continues a process until it stops again.
    private func resume(_ peer: ChildProcess) async throws -> [String] {
        peer.send(SIGCONT)
        return try await outcomesUntilStopped(peer)
    }

    /// Ends a process that is stopped.
    private func kill(_ peer: ChildProcess) async throws {
        peer.send(SIGKILL)
        #expect(try await peer.ending() == .signal(SIGKILL))
    }

    /// What another process finds, after it has registered.
    private func outcomes(_ steps: PeerPresenceStep..., arguments: [String] = []) async throws -> [String] {
        let peer = try await Peer(store: folder.path, arguments: arguments).start(.present(steps))
        let output = try await peer.output()
        #expect(try await peer.ending() == .exit(0))
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `an opening that is alone can own the journal until it gives it up`() throws {
        let presence = try register()
        #expect(try presence.isAlone)
        #expect(!presence.isOwner)
        #expect(try presence.own())
        #expect(presence.isOwner)
        #expect(try presence.own())
        presence.disown()
        #expect(!presence.isOwner)
        #expect(try presence.own())
        presence.close()
        #expect(!presence.isOwner)
        #expect(try !presence.isAlone)
        #expect(try !presence.own())
    }

    @Test func `the lock file is empty, and only its user can open it`() throws {
        let presence = try register()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("journal-lock"))
        #expect(attributes[.size] as? Int == 0)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        presence.close()
    }

    @Test func `a second opening of the same process ends being alone`() throws {
        let (first, second) = (try register(), try register())
        for presence in [first, second] {
            #expect(try !presence.isAlone)
            #expect(try !presence.own())
            #expect(!presence.isOwner)
        }
        second.close()
        second.close()
        #expect(try first.isAlone)
        #expect(try first.own())
        first.close()
    }

    @Test func `an opening ends with its last reference`() throws {
        let first = try register()
        var second: StorePresence? = try register()
        #expect(try second?.isAlone == false)
        second = nil
        #expect(try first.isAlone)
        first.close()
    }

    @Test func `an opening through another path is an opening of the same store`() async throws {
        let other = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: other.path("link"), withDestinationPath: folder.path)
        let (first, second) = (try register(), try register(at: other.path("link")))
        #expect(try !first.isAlone)
        second.close()
        #expect(try first.isAlone)
        #expect(try await outcomes(.register, .isAlone) == ["register", "isAlone false"])
        first.close()
    }

    @Test func `an opening waits for an owner of its own process`() async throws {
        let owner = try register()
        try #require(try owner.own())
        let holders = Mutex<[WriteLockHolder]>([])
        let policy = WriteLockWaitPolicy(limit: .milliseconds(200), noticeDelay: .milliseconds(10)) { holder in
            holders.withLock { $0.append(holder) }
        }
        let error = await #expect(throws: EventStoreError.self) { try await register(waiting: policy) }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("another opening of this process") == true)
        #expect(holders.withLock { $0 } == [WriteLockHolder(processID: getpid())])
        // The failed opening is not registered, and the owner still has its lock.
        #expect(try owner.isAlone)
        #expect(try await outcomes(.register) == ["register locked"])

        let waiting = Task { try await register(waiting: WriteLockWaitPolicy()) }
        while try owner.isAlone { await Task.yield() }
        owner.disown()
        let second = try await waiting.value
        #expect(try !owner.own())
        second.close()
        owner.close()
    }

    @Test func `an opening of another process ends being alone`() async throws {
        let presence = try register()
        let peer = try await peer(.register, .isAlone, .own, .stop, .close, .stop)
        #expect(try await outcomesUntilStopped(peer) == ["register", "isAlone false", "own false"])
        #expect(try !presence.isAlone)
        #expect(try !presence.own())
        #expect(!presence.isOwner)
        #expect(try await resume(peer) == ["close"])
        #expect(try presence.isAlone)
        #expect(try presence.own())
        presence.close()
        try await kill(peer)
    }

    @Test func `a stopped owner is waited for and named`() async throws {
        let peer = try await peer(.register, .own, .stop, .isAlone, .stop, .isAlone, .disown, .stop)
        #expect(try await outcomesUntilStopped(peer) == ["register", "own true"])
        let holders = Mutex<[WriteLockHolder]>([])
        let policy = WriteLockWaitPolicy(limit: .milliseconds(200), noticeDelay: .milliseconds(10)) { holder in
            holders.withLock { $0.append(holder) }
        }
        let error = await #expect(throws: EventStoreError.self) { try await register(waiting: policy) }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("process \(peer.processID), which is stopped, has kept the journal") == true)
        #expect(error?.message.contains("kill -CONT \(peer.processID)") == true)
        let holder = try #require(holders.withLock { $0 }.first)
        #expect(holder.processID == peer.processID)
        #expect(holder.isStopped)
        #expect(holders.withLock { $0 }.count == 1)
        // The failed opening is not registered.
        #expect(try await resume(peer) == ["isAlone true"])

        let hasRegistered = Mutex(false)
        let waiting = Task {
            let presence = try await register(waiting: WriteLockWaitPolicy(limit: .seconds(60)))
            hasRegistered.withLock { $0 = true }
            return presence
        }
        try await Task.sleep(for: .milliseconds(200))
        #expect(!hasRegistered.withLock { $0 })
        // The owner sees the waiting opening, and keeps the ownership until it gives it up.
        #expect(try await resume(peer) == ["isAlone false", "disown"])
        let presence = try await waiting.value
        #expect(try !presence.own())
        try await kill(peer)
        #expect(try presence.own())
        presence.close()
    }

    @Test func `the lock of a killed owner is gone`() async throws {
        let peer = try await peer(.register, .own, .stop)
        #expect(try await outcomesUntilStopped(peer) == ["register", "own true"])
        let waiting = Task { try await register(waiting: WriteLockWaitPolicy(limit: .seconds(60))) }
        try await Task.sleep(for: .milliseconds(100))
        try await kill(peer)
        let presence = try await waiting.value
        #expect(try presence.isAlone)
        #expect(try presence.own())
        presence.close()
    }

    @Test func `the end of one of two openings leaves the lock of the other`() async throws {
        let (first, second) = (try register(), try register())
        first.close()
        #expect(try await outcomes(.register, .isAlone, .own) == ["register", "isAlone false", "own false"])
        try #require(try second.own())
        #expect(try await outcomes(.register) == ["register locked"])
        second.close()
        #expect(try await outcomes(.register, .isAlone, .own) == ["register", "isAlone true", "own true"])
    }

    @Test func `an opening with a lock file that it cannot write is seen, and never owns`() async throws {
        let presence = try register()
        try setMode(0o444, of: folder.path("journal-lock"))
        let peer = try await peer(.register, .isAlone, .own, .stop, arguments: ["--without-rights"])
        #expect(try await outcomesUntilStopped(peer) == ["register", "isAlone false", "own false"])
        #expect(try !presence.isAlone)
        #expect(try !presence.own())
        presence.close()
        try await kill(peer)
        // Alone, it does not own either, and it waits for an owner.
        let alone = try await outcomes(.register, .isAlone, .own, arguments: ["--without-rights"])
        #expect(alone == ["register", "isAlone true", "own false"])
        try setMode(0o644, of: folder.path("journal-lock"))
        let owner = try register()
        try #require(try owner.own())
        try setMode(0o444, of: folder.path("journal-lock"))
        #expect(try await outcomes(.register, arguments: ["--without-rights"]) == ["register locked"])
        owner.close()
    }

    @Test func `an opening without a lock file that it can open is registered, and never owns`() async throws {
        try setMode(0o555, of: folder.path)
        let missing = try await outcomes(.register, .isAlone, .own, .close, arguments: ["--without-rights"])
        try setMode(0o755, of: folder.path)
        #expect(missing == ["register without lock", "isAlone false", "own false", "close"])
        #expect(!FileManager.default.fileExists(atPath: folder.path("journal-lock")))

        let presence = try register()
        try setMode(0, of: folder.path("journal-lock"))
        let peer = try await peer(.register, .isAlone, .own, .stop, arguments: ["--without-rights"])
        #expect(try await outcomesUntilStopped(peer) == ["register without lock", "isAlone false", "own false"])
        #expect(try presence.isAlone)
        presence.close()
        try await kill(peer)
    }

    @Test func `a lock file that cannot be opened at all is an error`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("journal-lock"), withIntermediateDirectories: false)
        let error = #expect(throws: EventStoreError.self) { try register() }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains("\(folder.path("journal-lock"))\" cannot be opened") == true)
    }

    @Test func `an opening registered while another takes the ownership keeps it from owning`() async throws {
        let peer = try await peer(.stop, .register, .stop)
        #expect(try await outcomesUntilStopped(peer) == [])
        let opening = try #require(try PresenceRegistry.shared.add(at: folder.path("journal-lock")))
        let owns = try PresenceRegistry.shared.own(opening) { file in
            peer.send(SIGCONT)
            let end = ContinuousClock.now + .seconds(60)
            while (try? file.otherHolder(of: .presence)) == .some(nil), ContinuousClock.now < end { usleep(100) }
        }
        #expect(!owns)
        PresenceRegistry.shared.remove(opening)
        #expect(try await outcomesUntilStopped(peer) == ["register"])
        try await kill(peer)
    }

    @Test func `no opening of many threads and processes is registered beside an owner`() async throws {
        _ = try folder.file([UInt8](repeating: 0, count: 4_096), named: "counts")
        let reports = try await withThrowingTaskGroup(of: PeerPresenceContest.self) { group in
            for _ in 0..<3 {
                group.addTask { [folder] in
                    try await Peer(store: folder.path).run(.contendForJournal(threads: 3, milliseconds: 1_000))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.map(\.violations) == [0, 0, 0])
        #expect(reports.allSatisfy { $0.openings > 0 })
        // Most of them, unless the machine is too busy to run the processes at the same time.
        #expect(reports.reduce(0) { $0 + $1.owners } > 0)
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
