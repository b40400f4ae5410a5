import Foundation
import LMDB
import Synchronization
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct ReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the body inside `depth` nested read transactions.
    private func nested(_ depth: Int, in environment: Environment, _ body: () throws -> Void) throws {
        guard depth > 0 else { return try body() }
        try environment.read { _ in try nested(depth - 1, in: environment, body) }
    }

    @Test func `the error of a full reader table states the slots and the remedy`() throws {
        let environment = try folder.open(maximumReaders: 2)
        // LMDB rounds the table up to a page.
        let slots = try environment.statistics().maximumReaders
        try nested(slots, in: environment) {
            #expect(code { _ = try environment.get("a") } == .readersFull)
            let text = message { _ = try environment.get("a") }
            #expect(text.contains("\(slots) slots") && text.contains("maximumReaders"))
        }
    }

    @Test func `a full reader table works again after transactions end`() throws {
        let environment = try folder.open(maximumReaders: 2)
        let slots = try environment.statistics().maximumReaders
        try nested(slots, in: environment) {
            #expect(code { _ = try environment.get("a") } == .readersFull)
        }
        try nested(slots, in: environment) {}
    }

    @Test func `consecutive read transactions share a slot`() throws {
        let environment = try folder.open()
        for _ in 0..<100 { _ = try environment.get("a") }
        #expect(try environment.statistics().readersInUse == 1)
    }

    @Test func `a bounded number of ended read transactions keeps slots`() throws {
        let environment = try folder.open(maximumReaders: 126)
        try nested(100, in: environment) {
            let open = try environment.statistics().readersInUse
            #expect(open == 100)
        }
        let kept = try environment.statistics().readersInUse
        #expect(kept > 0 && kept < 100)
    }

    @Test func `readers of this process do not count as dead`() throws {
        let environment = try folder.open()
        try environment.read { _ in
            let cleared = try environment.clearDeadReaders()
            #expect(cleared == 0)
        }
    }

    @Test func `many threads can read at once`() throws {
        let environment = try folder.open()
        try environment.put("a", "1")
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            do {
                for _ in 0..<100 { #expect(try environment.get("a") == "1") }
            } catch {
                Issue.record(error)
            }
        }
    }

    private func state(of environment: Environment) throws -> (number: String?, id: UInt64) {
        try environment.read { (try $0.get("number"), $0.id) }
    }

    /// The offset of the last transaction's number in the lock file.
    ///
    /// Its layout is LMDB's own and differs between systems.
    private func numberInLockFile(_ last: UInt64) throws -> UInt64 {
        let head = try Data(contentsOf: URL(filePath: folder.path("data.mdb-lock"))).prefix(256)
        let found = stride(from: 0, to: head.count - 7, by: 8).filter { offset in
            head.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) } == last
        }
        try #require(found.count == 1)
        return UInt64(found[0])
    }

    /// A repair that runs on a thread of its own, after 50 ms.
    private final class DelayedRepair: Sendable {
        private let outcome = Mutex<Result<Void, any Error>?>(nil)
        private let isOver = DispatchSemaphore(value: 0)

        init(_ body: @escaping @Sendable () throws -> Void) {
            Thread.detachNewThread { [self] in
                usleep(50_000)
                outcome.withLock { $0 = Result { try body() } }
                isOver.signal()
            }
        }

        func wait() throws {
            isOver.wait()
            try outcome.withLock { $0 }?.get()
        }
    }

    /// Runs a body on a thread that no other test keeps busy: a reader waits for the lock file for a while only.
    private func onThreadOfItsOwn<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    private func set(_ last: UInt64, at offset: UInt64) throws {
        let file = try FileHandle(forUpdating: URL(filePath: folder.path("data.mdb-lock")))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: withUnsafeBytes(of: last) { Data($0) })
        try file.close()
    }

    @Test func `a snapshot matches its id although two commits happened while it began`()
        async throws
    {
        let environment = try folder.open()
        for number in 1...1_000 { try environment.put("number", "\(number)") }
        let last = try state(of: environment).id
        let offset = try numberInLockFile(last)
        // As found by a reader that was paused after the first step: an old number with a newer meta page.
        try set(last - 2, at: offset)
        let found = try await onThreadOfItsOwn {
            let repair = DelayedRepair { try set(last, at: offset) }
            let found = try state(of: environment)
            try repair.wait()
            return found
        }
        #expect(found.number == "1000")
        #expect(found.id == last)
    }

    @Test func `a reader adopts a larger map while it waits for the lock file`()
        async throws
    {
        let environment = try folder.open(mapSize: 1 << 20)
        for number in 1...100 { try environment.put("number", "\(number)") }
        let (last, pageSize, mapSize) = (try state(of: environment).id, environment.pageSize, environment.mapSize)
        let offset = try numberInLockFile(last)
        try set(last - 2, at: offset)
        let found = try await onThreadOfItsOwn {
            let repair = DelayedRepair {
                // The last page, as the meta page gives it, and a file that has it.
                let file = try FileHandle(forUpdating: URL(filePath: folder.path("data.mdb")))
                try file.truncate(atOffset: UInt64(4 * mapSize))
                try file.seek(toOffset: (last & 1) * UInt64(pageSize) + 136)
                try file.write(contentsOf: withUnsafeBytes(of: UInt64(4 * mapSize / pageSize - 1)) { Data($0) })
                try file.close()
                usleep(50_000)
                try set(last, at: offset)
            }
            let found = Result { try state(of: environment) }
            try repair.wait()
            return try found.get()
        }
        #expect(found.number == "100")
        #expect(found.id == last)
        #expect(environment.mapSize >= 4 * mapSize)
    }

    @Test func `a file that stays ahead of its lock file is an error after a bounded wait`() throws {
        let environment = try folder.open()
        for number in 1...1_000 { try environment.put("number", "\(number)") }
        let last = try environment.read { $0.id }
        let offset = try numberInLockFile(last)
        try set(last - 2, at: offset)
        #expect(code { _ = try environment.get("number") } == .panic)
        #expect(message { _ = try environment.get("number") }.contains("lock file"))
        try set(last, at: offset)
        #expect(try environment.get("number") == "1000")
    }

    @Test(.timeLimit(.minutes(25)))
    func `readers wait only once for the same contradiction of file and lock file`() throws {
        let environment = try folder.open()
        for number in 1...10 { try environment.put("number", "\(number)") }
        let last = try environment.read { $0.id }
        try set(last - 2, at: try numberInLockFile(last))
        // Waiting takes a second each time.
        for _ in 1...2_000 { #expect(code { _ = try environment.get("number") } == .panic) }
    }
}
