import Foundation
import TestFolders
import TestTraits
import Testing

@testable import LMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The state after a commit whose meta page could not be written.
@Suite(.fewAtOnce) struct FailedCommitTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var file: String { folder.path("data.mdb") }

    #if os(Linux)
        /// Makes the descriptor through which LMDB writes meta pages read-only.
        private func breakMetaWrites() throws {
            let resolved = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
            for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                guard let descriptor = Int32(name), fcntl(descriptor, F_GETFL) & O_DSYNC != 0,
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == resolved
                else { continue }
                let unwritable = open(file, O_RDONLY)
                #expect(dup2(unwritable, descriptor) == descriptor)
                close(unwritable)
                return
            }
            Issue.record("LMDB has no descriptor of its own for meta pages")
        }

        private func failCommit(in environment: Environment) throws {
            try breakMetaWrites()
            #expect(code { try environment.put("b", "failed") }?.rawValue == EBADF)
        }

        @Test func `reads continue and do not see a failed commit`() throws {
            let environment = try folder.open(durability: .full)
            defer { environment.close() }
            try environment.put("a", "1")
            #expect(try environment.entries() == ["a=1"])
            try failCommit(in: environment)
            #expect(try environment.entries() == ["a=1"])
            #expect(try environment.read { _ in try environment.get("a") } == "1")
            #expect(try environment.statistics().entries == 1)
        }

        @Test func `reads of many threads continue after a failed commit`() async throws {
            let environment = try folder.open(durability: .full)
            defer { environment.close() }
            try environment.put("a", "1")
            try failCommit(in: environment)
            try await withThrowingTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask { try Self.expect("1", in: environment) }
                }
                try await group.waitForAll()
            }
        }

        private static func expect(_ value: String, in environment: Environment) throws {
            for _ in 0..<50 { #expect(try environment.get("a") == value) }
        }

        @Test func `writes are refused after a failed commit until writing is resumed`() throws {
            let environment = try folder.open(durability: .full)
            defer { environment.close() }
            try environment.put("a", "1")
            try failCommit(in: environment)
            #expect(code { try environment.put("c", "3") } == .panic)
            #expect(try environment.get("a") == "1")
            #expect(code { try environment.put("c", "3") } == .panic)
            try environment.resumeWriting()
            try environment.put("c", "3")
            #expect(try environment.entries() == ["a=1", "c=3"])
        }

        @Test func `writing resumes without a read in between`() throws {
            let environment = try folder.open(durability: .full)
            defer { environment.close() }
            try environment.put("a", "1")
            try failCommit(in: environment)
            try environment.resumeWriting()
            try environment.resumeWriting()
            try environment.put("c", "3")
            #expect(try environment.entries() == ["a=1", "c=3"])
        }

        @Test func `a thread waiting to resume writing throws when the file is closed`()
            throws
        {
            let environment = try folder.open(durability: .full)
            try environment.put("a", "1")
            let (isReading, isResumed, isRead) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            let mayEnd = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                do {
                    try environment.read { (transaction: borrowing ReadTransaction) throws in
                        isReading.signal()
                        mayEnd.wait()
                        #expect(try transaction.get("a") == "1")
                    }
                } catch { Issue.record(error) }
                isRead.signal()
            }
            isReading.wait()
            try failCommit(in: environment)
            Thread.detachNewThread {
                #expect(code { try environment.resumeWriting() } == .closed)
                isResumed.signal()
            }
            // Time for it to wait for the reader.
            usleep(100_000)
            Thread.detachNewThread { environment.close() }
            isResumed.wait()
            mayEnd.signal()
            isRead.wait()
        }

        @Test func `a failed commit refuses writes of every reference until the file is reopened`() throws {
            let environment = try folder.open(durability: .full)
            let other = try folder.open(durability: .full)
            try environment.put("a", "1")
            try failCommit(in: environment)
            #expect(try other.get("a") == "1")
            #expect(code { try other.put("c", "3") } == .panic)
            environment.close()
            other.close()
            let again = try folder.open(durability: .full)
            defer { again.close() }
            try again.put("c", "3")
            #expect(try again.entries() == ["a=1", "c=3"])
        }
    #endif

    /// The transaction ids of the file's two meta pages.
    private func transactions(pageSize: Int) throws -> [UInt64] {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        return [0, pageSize].map { page in
            (0..<8).reduce(0) { $0 | UInt64(bytes[page + PageLayout.Meta.transaction + $1]) << (8 * UInt64($1)) }
        }
    }

    @Test func `a failed commit's meta page is rewritten before the next write`() throws {
        let environment = try folder.open(durability: .full)
        defer { environment.close() }
        for number in 1...4 { try environment.put("\(number)", "x") }
        let last = try #require(try transactions(pageSize: environment.pageSize).max())

        // As left by a killed process: the next transaction's page over the one before last.
        let descriptor = open(file, O_RDWR)
        defer { close(descriptor) }
        var page = [UInt8](repeating: 0, count: 152)
        #expect(pread(descriptor, &page, page.count, off_t(Int(last & 1) * environment.pageSize)) == page.count)
        withUnsafeBytes(of: last & 1 ^ 1) { page.replaceSubrange(0..<8, with: $0) }
        withUnsafeBytes(of: last + 1) { page.replaceSubrange(144..<152, with: $0) }
        #expect(pwrite(descriptor, page, page.count, off_t(Int(last & 1 ^ 1) * environment.pageSize)) == page.count)

        try environment.write { (transaction: consuming WriteTransaction) in
            let found = try transactions(pageSize: environment.pageSize)
            #expect(transaction.id == last + 1)
            #expect(found.sorted() == [last - 1, last])
        }
        try environment.put("5", "x")
        #expect(try environment.entries().count == 5)
    }

    /// Sets an old modification time, and checks whether beginning to write changes the file.
    private func isWrittenByBeginning(_ environment: Environment) throws -> Bool {
        let past = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file)
        try environment.write { (transaction: consuming WriteTransaction) in transaction.abort() }
        let changed = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
        return try #require(changed) > past
    }

    @Test func `a half rewritten meta page is rewritten and synced before the next write`()
        throws
    {
        let environment = try folder.open(durability: .full)
        defer { environment.close() }
        for number in 1...4 { try environment.put("\(number)", "x") }
        #expect(try !isWrittenByBeginning(environment))

        // The number alone takes back a commit whose meta page was reported as failed.
        let last = try #require(try transactions(pageSize: environment.pageSize).max())
        let descriptor = open(file, O_RDWR)
        defer { close(descriptor) }
        let entries = off_t(Int(last & 1 ^ 1) * environment.pageSize + 120)
        var count: UInt64 = 0
        #expect(pread(descriptor, &count, 8, entries) == 8)
        #expect(count == 3)
        count = 5
        #expect(pwrite(descriptor, &count, 8, entries) == 8)

        #expect(try isWrittenByBeginning(environment))
        try environment.put("5", "x")
        #expect(try environment.entries().count == 5)
    }

    @Test func `beginning a write leaves sound meta pages unchanged`() throws {
        let environment = try folder.open(durability: .full)
        try environment.put("1", "x")
        try environment.put("2", "x")
        environment.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let again = try folder.open(durability: .full)
        defer { again.close() }
        try again.write { (transaction: consuming WriteTransaction) in transaction.abort() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
}
