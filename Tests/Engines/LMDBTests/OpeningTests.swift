import Foundation
import LMDB
import Synchronization
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct OpeningTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `the first opening creates the file and the second does not`() throws {
        let first = try folder.open()
        #expect(first.wasCreated)
        first.close()
        #expect(try !folder.open().wasCreated)
    }

    @Test func `localizedDescription is the error's own message`() {
        let error: any Error = LMDBError(
            code: .mapFull, call: "mdb_put", message: "log.mdb is full: open it with a larger map")
        #expect(error.localizedDescription == "\(error)")
        #expect(error.localizedDescription.contains("log.mdb is full"))
    }

    @Test(arguments: [Environment.Durability.full, .noMetaSync, .noSync])
    func `commits are there after closing and reopening`(durability: Environment.Durability) throws {
        let first = try folder.open(durability: durability)
        try first.put("a", "1")
        first.close()
        #expect(try folder.open(durability: durability).get("a") == "1")
    }

    @Test func `the file and its lock file are readable by their owner only`() throws {
        let environment = try folder.open()
        for path in [environment.path, environment.path + "-lock"] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    #if !canImport(Darwin)
        @Test(arguments: [1, 126, 1_024])
        func `all bytes of the lock file are allocated on disk`(readers: Int) throws {
            let environment = try folder.open(maximumReaders: readers)
            var status = stat()
            try #require(stat(environment.path + "-lock", &status) == 0)
            #expect(
                Int(status.st_blocks) * 512 >= Int(status.st_size), "\(status.st_blocks) of \(status.st_size) bytes")
            #expect(try environment.statistics().maximumReaders >= readers)
        }

        @Test func `holes in a lock file are allocated`() throws {
            try folder.open().close()
            let lock = folder.path("data.mdb-lock")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: lock)).count
            try FileManager.default.removeItem(atPath: lock)
            try #require(FileManager.default.createFile(atPath: lock, contents: nil))
            try #require(truncate(lock, off_t(bytes)) == 0)
            let environment = try folder.open()
            try environment.put("a", "1")
            var status = stat()
            try #require(stat(lock, &status) == 0)
            #expect(Int(status.st_blocks) * 512 >= bytes)
        }
    #endif

    @Test func `the greatest number of readers is accepted`() throws {
        try folder.open().close()
        // Without a lock file, which would take the room of a small disk for them.
        let environment = try folder.open(maximumReaders: Int(Int32.max), access: .readingUnlocked)
        #expect(try environment.get("a") == nil)
    }

    @Test func `a file opened twice is one environment`() throws {
        let first = try folder.open()
        let second = try folder.open()
        try first.put("a", "1")
        #expect(try second.get("a") == "1")
        #expect(try second.read { $0.id } == first.read { $0.id })
    }

    @Test func `a symbolic link leads to the same environment and the same lock file`() throws {
        let first = try folder.open()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.mdb"), withDestinationPath: folder.path("data.mdb"))
        let second = try folder.open("link.mdb")
        try second.put("a", "1")
        #expect(try first.get("a") == "1")
        #expect(!FileManager.default.fileExists(atPath: folder.path("link.mdb-lock")))
    }

    @Test func `a symbolic link uses the lock file of its target`() throws {
        try folder.open().close()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.mdb"), withDestinationPath: folder.path("data.mdb"))
        let environment = try folder.open("link.mdb")
        #expect(try environment.get("a") == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path("link.mdb-lock")))
    }

    @Test func `another path of the file leads to the same environment`() throws {
        let first = try folder.open()
        let second = try folder.open("../" + (folder.path as NSString).lastPathComponent + "/./data.mdb")
        try second.put("a", "1")
        #expect(try first.get("a") == "1")
    }

    @Test func `the environment stays open until its last reference is closed`() throws {
        let first = try folder.open()
        let second = try folder.open()
        first.close()
        try second.put("a", "1")
        #expect(try second.get("a") == "1")
    }

    @Test func `closing a reference twice does not close another one`() throws {
        let first = try folder.open()
        let second = try folder.open()
        first.close()
        first.close()
        #expect(try second.get("a") == nil)
    }

    @Test func `a closed reference refuses every call`() throws {
        let environment = try folder.open()
        let other = try folder.open()
        environment.close()
        #expect(code { _ = try environment.get("a") } == .closed)
        #expect(code { try environment.put("a", "1") } == .closed)
        #expect(code { try environment.growMap(toAtLeast: 1) } == .closed)
        #expect(code { _ = try environment.statistics() } == .closed)
        #expect(code { try environment.sync() } == .closed)
        #expect(environment.mapSize == 0)
        other.close()
    }

    @Test func `a deallocated reference is closed`() throws {
        do {
            let environment = try folder.open(durability: .full)
            try environment.put("a", "1")
        }
        // Were it still open, the other durability would be refused.
        #expect(try folder.open(durability: .noSync).get("a") == "1")
    }

    @Test func `opening with another durability is refused and names both`() throws {
        let environment = try folder.open(durability: .noSync)
        let text = message { _ = try folder.open(durability: .full) }
        #expect(text.contains("noSync") && text.contains("full"))
        #expect(code { _ = try folder.open(durability: .full) } == .optionsMismatch)
        environment.close()
    }

    @Test func `closing inside a transaction takes effect when the transaction ends`() throws {
        let environment = try folder.open(durability: .noSync)
        try environment.put("a", "1")
        let value = try environment.read { transaction in
            environment.close()
            return try transaction.get("a")
        }
        #expect(value == "1")
        #expect(try folder.open(durability: .full).get("a") == "1")
    }

    @Test(.timeLimit(.minutes(25)))
    func `opening waits until the file is closed`() throws {
        let environment = try folder.open()
        try environment.put("a", "1")
        let (isReading, mayEnd, isOpened) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        Thread.detachNewThread {
            do {
                try environment.read { (_: borrowing ReadTransaction) in
                    isReading.signal()
                    mayEnd.wait()
                }
            } catch {
                Issue.record(error)
            }
        }
        isReading.wait()
        Thread.detachNewThread { environment.close() }
        while code(of: { _ = try environment.get("a") }) != .closed { usleep(1_000) }
        let values = Results<String?>()
        Thread.detachNewThread {
            do {
                let opened = try folder.open()
                values.add(try opened.get("a"))
                opened.close()
            } catch {
                Issue.record(error)
            }
            isOpened.signal()
        }
        // Time for it to find the file open.
        usleep(50_000)
        mayEnd.signal()
        isOpened.wait()
        #expect(values.all == ["1"])
    }

    @Test func `threads that open a file concurrently share one environment`() throws {
        let results = Results<Bool>()
        let environments = Results<Environment>()
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            do {
                let environment = try folder.open()
                results.add(environment.wasCreated)
                try environment.put("\(index)", "")
                environments.add(environment)
            } catch {
                Issue.record(error)
            }
        }
        #expect(results.all.count { $0 } == 1)
        #expect(try folder.open().entries().count == 8)
    }

    @Test func `threads can open and close a file repeatedly at the same time`() throws {
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<25 {
                do {
                    let environment = try folder.open()
                    try environment.put("\(thread)-\(round)", "")
                    environment.close()
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(try folder.open().entries().count == 100)
    }

    @Test func `a folder that does not exist is named in the error`() throws {
        let text = message { _ = try folder.open("nowhere/data.mdb") }
        #expect(code { _ = try folder.open("nowhere/data.mdb") } == .noSuchFile)
        #expect(text.contains("nowhere/data.mdb") && text.contains("create the folder"))
    }

    @Test func `a folder in the file's place is refused`() throws {
        #expect(code { _ = try Environment.open(at: folder.path) } == .isDirectory)
    }

    @Test(arguments: [(0, 126), (1 << 20, 0), (-1, 126), (1 << 20, Int.max)])
    func `invalid sizes are refused`(mapSize: Int, maximumReaders: Int) throws {
        #expect(code { _ = try folder.open(mapSize: mapSize, maximumReaders: maximumReaders) } == .invalid)
    }
}

/// Results of several threads.
final class Results<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func add(_ element: Element) { elements.withLock { $0.append(element) } }
}
