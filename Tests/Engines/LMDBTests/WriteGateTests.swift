import Dispatch
import Foundation
import Synchronization
import TestFolders
import TestTraits
import Testing

@testable import LMDB

/// How writers wait for each other.
///
/// Two gates of one file act like two processes.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct WriteGateTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("data.mdb")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
    }

    private func waits(_ bound: Duration = .seconds(600)) -> WriteLockWaits {
        WriteLockWaits(path: path, waitPolicy: WriteLockWaitPolicy(limit: bound))
    }

    /// Runs a body on a thread of its own, for it blocks.
    private func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    @Test func `a waiting writer gets the lock after a few transactions of a busy one`() async throws {
        let (busy, waiting) = (try WriteGate(of: path), try WriteGate(of: path))
        try busy.enter(waits())
        let hasBegun = Flag()
        let hasEntered = Flag()
        let waiter = Task {
            try await aside { [self] in
                hasBegun.raise()
                try waiting.enter(waits())
                hasEntered.raise()
                waiting.leave()
            }
        }
        while !hasBegun.isRaised { await Task.yield() }
        // Time to take the turn.
        try await Task.sleep(for: .milliseconds(300))
        let rounds = try await aside { [self] in
            var rounds = 0
            while !hasEntered.isRaised, rounds < 1_000 {
                busy.leave()
                try busy.enter(waits())
                rounds += 1
            }
            busy.leave()
            return rounds
        }
        #expect(rounds <= 10)
        try await waiter.value
        busy.close()
        waiting.close()
    }

    @Test func `a turn that is never released does not block other writers`() async throws {
        let stopped = try WriteLockFile(of: path)
        try #require(stopped.takeTurn())
        let gate = try WriteGate(of: path)
        try await aside { [self] in
            // More than go without asking for the turn.
            for _ in 0..<20 {
                try gate.enter(waits(.seconds(60)))
                gate.leave()
            }
        }
        gate.close()
        stopped.end()
    }

    @Test func `a thread queued behind a waiting thread names the process that holds the lock`() async throws {
        let (other, own) = (try WriteLockFile(of: path, processID: 1), try WriteGate(of: path))
        try #require(other.hold())
        let first = Task { try await aside { [self] in try own.enter(waits()) } }
        // The other thread is then queued behind it.
        try await Task.sleep(for: .milliseconds(300))
        let holders = Record<WriteLockHolder>()
        try await aside { [path] in
            let waitPolicy = WriteLockWaitPolicy(limit: .milliseconds(200), noticeDelay: .milliseconds(20)) { holder in
                holders.add(holder)
            }
            #expect(throws: LMDBError.self) { try own.enter(WriteLockWaits(path: path, waitPolicy: waitPolicy)) }
        }
        #expect(holders.all == [WriteLockHolder(processID: 1)])
        other.release()
        try await first.value
        own.leave()
        own.close()
        other.end()
    }

    @Test func `threads of one process write in order of arrival`() async throws {
        let gate = try WriteGate(of: path)
        try gate.enter(waits())
        let order = Record<Int>()
        let threads = try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...5 {
                group.addTask {
                    try await aside { [self] in
                        try gate.enter(waits())
                        order.add(number)
                        gate.leave()
                    }
                }
                while gate.waitingCount < number { await Task.yield() }
            }
            gate.leave()
            try await group.waitForAll()
            return order.all
        }
        #expect(threads == [1, 2, 3, 4, 5])
        gate.close()
    }

    @Test(arguments: [false, true])
    func `a wait times out, names the holding process and leaves the gate usable`(
        isOtherProcess: Bool
    ) async throws {
        let first = try WriteGate(of: path)
        let second = isOtherProcess ? try WriteGate(of: path) : first
        try first.enter(waits())
        let error = try await aside { [self] in
            #expect(throws: LMDBError.self) { try second.enter(waits(.milliseconds(20))) }
        }
        #expect(error?.code == .lockTimeout)
        #expect(error?.message.contains(path) == true)
        #expect(error?.message.contains("another thread of this process has held the write lock") == true)
        first.leave()
        try second.enter(waits(.milliseconds(20)))
        second.leave()
        try first.enter(waits(.milliseconds(20)))
        first.leave()
        first.close()
        if isOtherProcess { second.close() }
    }

    @Test(.timeLimit(.minutes(25)))
    func `closing the gate waits for the last thread in it`() async throws {
        let isOver = Flag()
        Thread.detachNewThread { [self] in
            do {
                for _ in 0..<300 { try closeBesideThreads() }
            } catch {
                Issue.record(error)
            }
            isOver.raise()
        }
        // A thread that waits forever cannot be ended: the time limit ends this test instead.
        while !isOver.isRaised { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Closes a gate that other threads enter and leave until it is closed.
    private func closeBesideThreads() throws {
        let gate = try WriteGate(of: path)
        let haveEnded = DispatchSemaphore(value: 0)
        let entered = DispatchSemaphore(value: 0)
        for _ in 0..<3 {
            Thread.detachNewThread { [self] in
                defer { haveEnded.signal() }
                var isFirst = true
                while (try? gate.enter(waits())) != nil {
                    gate.leave()
                    if isFirst { entered.signal() }
                    isFirst = false
                }
            }
        }
        for _ in 0..<3 { entered.wait() }
        gate.close()
        for _ in 0..<3 { haveEnded.wait() }
    }

    @Test func `each wait gives one notice, with the holding process`() async throws {
        let (first, second) = (try WriteGate(of: path), try WriteGate(of: path))
        let holders = Record<WriteLockHolder>()
        try first.enter(waits())
        try await aside { [path] in
            let waitPolicy = WriteLockWaitPolicy(limit: .milliseconds(200), noticeDelay: .milliseconds(20)) { holder in
                holders.add(holder)
            }
            for _ in 0..<2 {
                #expect(throws: LMDBError.self) {
                    try second.enter(WriteLockWaits(path: path, waitPolicy: waitPolicy))
                }
            }
        }
        #expect(holders.all == Array(repeating: WriteLockHolder(processID: getpid()), count: 2))
        first.leave()
        first.close()
        second.close()
    }

    @Test func `a waiting writer fails when its environment is closed`() async throws {
        let environment = try folder.open("environment.mdb")
        let held = DispatchSemaphore(value: 0)
        let hasBegun = Flag()
        let hasEnded = Flag()
        let holder = Task {
            try await aside {
                try environment.write { (transaction: consuming WriteTransaction) in
                    hasBegun.raise()
                    held.wait()
                    transaction.abort()
                }
            }
        }
        while !hasBegun.isRaised { await Task.yield() }
        // Another reference to the same file.
        let other = try folder.open("environment.mdb")
        let waiter = Task {
            try await aside {
                defer { hasEnded.raise() }
                try other.write { (transaction: consuming WriteTransaction) in transaction.abort() }
            }
        }
        try await Task.sleep(for: .milliseconds(50))
        let endedByItself = hasEnded.isRaised
        #expect(!endedByItself)
        other.stopWaiting(within: .milliseconds(10))
        await #expect {
            try await waiter.value
        } throws: {
            ($0 as? LMDBError)?.code == .waitEnded
        }
        other.close()
        held.signal()
        try await holder.value
        try environment.put("a", "1")
        environment.close()
    }

    @Test func `a stopped holder is described with the command to resume it`() throws {
        #expect(!WriteLockHolder(processID: getpid()).isStopped)
        #expect(WriteLockHolder(processID: nil).description == "another process")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sleep")
        process.arguments = ["600"]
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        kill(process.processIdentifier, SIGSTOP)
        var holder = WriteLockHolder(processID: process.processIdentifier)
        #if os(Linux)
            while !holder.isStopped { holder = WriteLockHolder(processID: process.processIdentifier) }
            #expect(holder.description == "process \(process.processIdentifier), which is stopped,")
            #expect(holder.remedy.contains("kill -CONT \(process.processIdentifier)"))
        #else
            holder = WriteLockHolder(processID: process.processIdentifier)
            #expect(holder.description == "process \(process.processIdentifier)")
        #endif
    }
}

/// A flag shared by several threads.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
}

/// Collects results of several threads.
private final class Record<Element: Sendable>: Sendable {
    private let list = Mutex<[Element]>([])
    var all: [Element] { list.withLock { $0 } }
    func add(_ element: Element) { list.withLock { $0.append(element) } }
}
