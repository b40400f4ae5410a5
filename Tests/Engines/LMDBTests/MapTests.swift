import Foundation
import TestFolders
import TestTraits
import Testing

@testable import LMDB

@Suite(.fewAtOnce) struct MapTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Puts ten values of 100,000 bytes in one transaction.
    private func putMuch(_ environment: Environment) throws {
        let value = String(repeating: "v", count: 100_000)
        try environment.write { (transaction: consuming WriteTransaction) in
            for key in 0..<10 { try transaction.put("\(key)", value) }
            try transaction.commit()
        }
    }

    @Test func `a transaction runs again after the map was full and has grown`() throws {
        let environment = try folder.open(mapSize: 256 << 10)
        try environment.put("a", "1")
        #expect(code { try putMuch(environment) } == .mapFull)
        #expect(try environment.entries() == ["a=1"])
        try environment.growMap(toAtLeast: 4 << 20)
        try putMuch(environment)
        #expect(try environment.entries().count == 11)
    }

    @Test func `the error of a full map states its size and the remedy`() throws {
        let environment = try folder.open(mapSize: 256 << 10)
        let text = message { try putMuch(environment) }
        #expect(text.contains("\(256 << 10) bytes") && text.contains("growMap"))
    }

    @Test func `a map grows to whole pages and never shrinks`() throws {
        let environment = try folder.open(mapSize: 1 << 20)
        try environment.growMap(toAtLeast: (2 << 20) + 1)
        let grown = environment.mapSize
        #expect(grown > 2 << 20 && grown % environment.pageSize == 0)
        try environment.growMap(toAtLeast: 1 << 20)
        #expect(environment.mapSize == grown)
    }

    @Test func `entries are still there after the map has moved`() throws {
        let environment = try folder.open(mapSize: 1 << 20)
        try environment.put("a", "1")
        #expect(try environment.get("a") == "1")
        try environment.growMap(toAtLeast: 8 << 20)
        #expect(try environment.get("a") == "1")
    }

    @Test func `a thread with a transaction open cannot grow the map under it`() throws {
        let environment = try folder.open(mapSize: 1 << 20)
        try environment.read { _ in
            #expect(code { try environment.growMap(toAtLeast: 2 << 20) } == .transactionOpen)
        }
        #expect(environment.mapSize == 1 << 20)
    }

    @Test func `an outer transaction still blocks growing after an inner one ended`() throws {
        let environment = try folder.open(mapSize: 1 << 20)
        let other = try folder.open("other.mdb")
        try environment.read { _ in
            _ = try other.get("a")
            #expect(code { try environment.growMap(toAtLeast: 2 << 20) } == .transactionOpen)
        }
    }

    @Test func `a map too large for the address space is refused, and the old one stays`() throws {
        let environment = try folder.open(mapSize: 1 << 20)
        try environment.put("a", "1")
        #expect(code { try environment.growMap(toAtLeast: 1 << 60) } == .outOfMemory)
        #expect(environment.mapSize == 1 << 20)
        #expect(try environment.get("a") == "1")
    }

    @Test func `the map grows after the last transaction ends, without blocking nested ones`() throws {
        let environment = try folder.open(mapSize: 1 << 20)
        try environment.put("a", "1")
        let isReading = DispatchSemaphore(value: 0)
        let hasGrown = DispatchSemaphore(value: 0)
        let isGrowing = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            isReading.wait()
            isGrowing.signal()
            do { try environment.growMap(toAtLeast: 2 << 20) } catch { Issue.record(error) }
            hasGrown.signal()
        }
        try environment.read { (transaction: borrowing ReadTransaction) throws in
            isReading.signal()
            isGrowing.wait()
            // Whatever the other thread does, this one must succeed.
            for _ in 0..<1000 { #expect(try environment.get("a") == "1") }
            #expect(try transaction.get("a") == "1")
            #expect(environment.mapSize == 1 << 20)
        }
        hasGrown.wait()
        #expect(environment.mapSize == 2 << 20)
    }

    @Test func `reads and writes continue while the map grows repeatedly`() throws {
        let environment = try folder.open(mapSize: 1 << 20)
        try environment.put("count", "0")
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            do {
                for round in 1...40 {
                    switch thread {
                    case 0: try environment.growMap(toAtLeast: (1 << 20) + round * (64 << 10))
                    case 1: try environment.put("count", "\(round)")
                    default: #expect(try environment.get("count") != nil)
                    }
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(try environment.get("count") == "40")
        #expect(environment.mapSize == (1 << 20) + 40 * (64 << 10))
    }

    @Test func `opening falls back to a map that fits the address space`() throws {
        let environment = try folder.open(mapSize: 1 << 60)
        #expect(environment.mapSize < 1 << 60)
        #expect(environment.mapSize >= 1 << 30)
        try environment.put("a", "1")
        #expect(try environment.get("a") == "1")
    }

    @Test func `pages are checked through a smaller map if address space is short`() throws {
        let environment = try folder.open(mapSize: 1 << 60)
        try environment.put("a", "1")
        try environment.read { transaction in
            let entries = try transaction.openCheckedCursor()?.entryCount
            #expect(entries == 1)
        }
    }

    @Test func `a file that outgrows the smaller map is mapped again under open snapshots`() throws {
        let environment = try folder.open(mapSize: 64 << 20)
        try environment.put(UInt64(1), bytes: 8)
        try environment.read { transaction in
            let shared = try environment.usable(call: "test")
            let small = try shared.pageMap(covering: 1, upTo: 4 * environment.pageSize)
            #expect(small._withUnsafeGuaranteedRef { $0.bytes } == 4 * environment.pageSize)
            guard var before = try transaction.openCheckedCursor() else { throw CancellationError() }
            for number in 2...200 as ClosedRange<UInt64> { try environment.put(number, bytes: 5_000) }
            try environment.read { transaction in
                guard var after = try transaction.openCheckedCursor() else { throw CancellationError() }
                #expect(try after.last()?.key == 200)
                #expect(try after.countEntries() == 200)
            }
            #expect(try before.countEntries() == 1)
        }
    }

    @Test func `sizes are halved down to 1 GiB`() {
        #expect(MapSize.next(after: 4 << 30, fileBytes: 0) == 2 << 30)
        #expect(MapSize.next(after: 3 << 29, fileBytes: 0) == 1 << 30)
        #expect(MapSize.next(after: 1 << 30, fileBytes: 0) == nil)
    }

    @Test func `sizes are halved down to the file's size if it exceeds 1 GiB`() {
        #expect(MapSize.next(after: 4 << 30, fileBytes: 3 << 30) == 3 << 30)
        #expect(MapSize.next(after: 3 << 30, fileBytes: 3 << 30) == nil)
    }

    @Test func `a size below 1 GiB is used unchanged`() {
        #expect(MapSize.next(after: 1 << 20, fileBytes: 0) == nil)
    }
}

extension Environment {
    /// Puts a value of a given size under a number, big-endian.
    fileprivate func put(_ number: UInt64, bytes: Int) throws {
        try write { (transaction: consuming WriteTransaction) in
            try withUnsafeBytes(of: number.bigEndian) { key in
                try [UInt8](repeating: 7, count: bytes).withUnsafeBytes { try transaction.put(key, $0) }
            }
            try transaction.commit()
        }
    }
}
