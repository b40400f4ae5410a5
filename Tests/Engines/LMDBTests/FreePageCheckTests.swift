import Foundation
import TestFolders
import TestRandomness
import Testing

@testable import LMDB

/// The pages listed as free are checked before LMDB overwrites them.
struct FreePageCheckTests {
    private static let pageSize = 4_096

    private func append(_ number: UInt64, bytes: Int, limit: Int? = nil, in environment: Environment) throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            try transaction.checkFreePages(limit: limit) { $0.loadUnaligned(as: UInt64.self) }
            // Its first bytes are its key.
            var value = [UInt8](repeating: 0xEE, count: bytes)
            withUnsafeBytes(of: number) { value.replaceSubrange(..<8, with: $0) }
            try withUnsafeBytes(of: number.bigEndian) { key in
                try value.withUnsafeBytes { try transaction.append(key, $0) }
            }
            try transaction.commit()
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `the free list of a sound file passes, whatever readers pin`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        let environment = try folder.open(mapSize: 256 << 20)
        defer { environment.close() }
        var next: UInt64 = 1
        func appendSome(_ count: Int) throws {
            for _ in 0..<count {
                let bytes = [16, 200, 3_000, 20_000][Int.random(in: 0...3, using: &random)]
                try append(next, bytes: bytes, in: environment)
                next += 1
            }
        }
        try appendSome(100)
        // Lists grow over many pages while a reader keeps the listed pages from being reused.
        try environment.read { _ in try appendSome(500) }
        try appendSome(200)
    }

    /// The file some commits before its end, and at its end.
    private func history(
        in folder: TemporaryFolder, lag: UInt64, bytes: Int
    ) throws -> (before: Data, after: Data) {
        let path = URL(fileURLWithPath: folder.path("data.mdb"))
        let environment = try folder.open(mapSize: 64 << 20)
        for number in 1...120 as ClosedRange<UInt64> { try append(number, bytes: bytes, in: environment) }
        let before = try Data(contentsOf: path)
        for number in 121...(120 + lag) { try append(number, bytes: bytes, in: environment) }
        environment.close()
        return (before, try Data(contentsOf: path))
    }

    @Test(arguments: [1, 2, 3, 5, 8, 20] as [UInt64], [200, 20_000])
    func `a stale page never makes LMDB overwrite entries`(lag: UInt64, bytes: Int) throws {
        let folder = try TemporaryFolder()
        let path = URL(fileURLWithPath: folder.path("data.mdb"))
        let (before, after) = try history(in: folder, lag: lag, bytes: bytes)
        var refused = 0
        for page in 2..<before.count / Self.pageSize {
            let range = page * Self.pageSize..<(page + 1) * Self.pageSize
            guard before[range] != after[range] else { continue }
            var image = after
            image.replaceSubrange(range, with: before[range])
            let handle = try FileHandle(forWritingTo: path)
            try handle.write(contentsOf: image)
            try handle.truncate(atOffset: UInt64(image.count))
            try handle.close()
            let environment = try folder.open(mapSize: 64 << 20)
            defer { environment.close() }
            let readable = keys(in: environment)
            do {
                for number in 1...20 as ClosedRange<UInt64> {
                    try append(1_000 + number, bytes: bytes, in: environment)
                }
            } catch is TreeDamage {
                refused += 1
            } catch is LMDBError {
                // LMDB itself refuses an invalid page.
                continue
            }
            #expect(readable.isSubset(of: keys(in: environment)), "page \(page)")
        }
        #expect(refused > 0)
    }

    /// Creates a list of several records in one leaf, alters it, and checks all or a number of its pages.
    private func damage(limit: Int? = nil, _ body: (inout FileImage) -> Void) throws -> TreeDamage? {
        let folder = try TemporaryFolder()
        let path = URL(fileURLWithPath: folder.path("data.mdb"))
        let environment = try folder.open(mapSize: 64 << 20)
        for number in 1...10 as ClosedRange<UInt64> { try append(number, bytes: 200, in: environment) }
        // A reader keeps freed pages from being reused.
        try environment.read { _ in
            for number in 11...40 as ClosedRange<UInt64> { try append(number, bytes: 200, in: environment) }
        }
        environment.close()
        var image = FileImage(bytes: try [UInt8](Data(contentsOf: path)))
        body(&image)
        try Data(image.bytes).write(to: path)
        let damaged = try folder.open(mapSize: 64 << 20)
        defer { damaged.close() }
        do {
            try append(1_000, bytes: 200, limit: limit, in: damaged)
            return nil
        } catch let damage as TreeDamage {
            return damage
        }
    }

    @Test func `a record that appears twice in the free list is refused`() throws {
        #expect(try damage { _ in } == nil)
        let found = try damage { image in
            let first = image.number(at: image.freeRoot + PageLayout.nodeOffset(0), bytes: 2)
            image.set(first, at: image.freeRoot + PageLayout.nodeOffset(1), bytes: 2)
        }
        #expect(found?.reason.contains("lists the pages freed by transaction") == true, "\(String(describing: found))")
    }

    @Test func `a page in two records of the free list is refused`() throws {
        let found = try damage { image in
            // The lowest page of the first record becomes the lowest of the second.
            let places = (0..<2).map { index in
                let record = image.value(ofNode: image.node(index, of: image.freeRoot))
                return record + PageLayout.FreeList.pageOffset(image.listedPages(at: record) - 1)
            }
            image.set(image.number(at: places[0], bytes: 8), at: places[1], bytes: 8)
        }
        #expect(found?.reason.contains("already listed") == true, "\(String(describing: found))")
    }

    @Test(arguments: [nil, 64])
    func `a page listed twice in one record is refused`(limit: Int?) throws {
        let found = try damage(limit: limit) { image in
            let record = image.value(ofNode: image.node(0, of: image.freeRoot))
            let last = image.listedPages(at: record) - 1
            let lowest = image.number(at: record + PageLayout.FreeList.pageOffset(last), bytes: 8)
            image.set(lowest, at: record + PageLayout.FreeList.pageOffset(last - 1), bytes: 8)
        }
        #expect(found?.reason.contains("it lists page") == true, "\(String(describing: found))")
    }

    @Test func `the pages that LMDB takes first are checked first`() throws {
        let folder = try TemporaryFolder()
        let environment = try folder.open(mapSize: 64 << 20)
        for number in 1...200 as ClosedRange<UInt64> { try append(number, bytes: 3_000, in: environment) }
        // One transaction frees many pages.
        try environment.write { (transaction: consuming WriteTransaction) in
            for number in 10...150 as ClosedRange<UInt64> {
                try withUnsafeBytes(of: number.bigEndian) { _ = try transaction.delete($0) }
            }
            try transaction.commit()
        }
        environment.close()
        let path = URL(fileURLWithPath: folder.path("data.mdb"))
        var image = FileImage(bytes: try [UInt8](Data(contentsOf: path)))
        let records = (0..<image.nodeCount(of: image.freeRoot)).map {
            image.value(ofNode: image.node($0, of: image.freeRoot))
        }
        let longest = try #require(records.max { image.listedPages(at: $0) < image.listedPages(at: $1) })
        let count = image.listedPages(at: longest)
        try #require(count > 100)
        // The lowest page is the last one of its record, and the first that LMDB takes.
        image.set(
            image.root / Self.pageSize, at: longest + PageLayout.FreeList.pageOffset(count - 1), bytes: 8)
        try Data(image.bytes).write(to: path)
        let damaged = try folder.open(mapSize: 64 << 20)
        defer { damaged.close() }
        #expect(throws: TreeDamage.self) {
            try damaged.write { (transaction: consuming WriteTransaction) in
                try transaction.checkFreePages(limit: 64) { $0.loadUnaligned(as: UInt64.self) }
            }
        }
    }

    /// The keys that are found individually.
    private func keys(in environment: Environment) -> Set<UInt64> {
        var keys: Set<UInt64> = []
        for key in 1...150 as ClosedRange<UInt64> {
            let found = try? environment.read { transaction in
                guard var cursor = try transaction.openCheckedCursor() else { return false }
                guard let entry = try cursor.seek(atMost: key), entry.key == key else { return false }
                return entry.value.dropFirst(8).allSatisfy { $0 == 0xEE }
            }
            if found == true { keys.insert(key) }
        }
        return keys
    }
}
