import Foundation
import TestFolders
import TestRandomness
import Testing

@testable import LMDB

struct CheckedCursorTests {
    /// A file of appended entries under numbers, like the log of a store.
    private struct NumberedFile {
        let folder: TemporaryFolder
        var entries: [(key: UInt64, value: [UInt8])] = []

        var path: URL { URL(fileURLWithPath: folder.path("data.mdb")) }

        init() throws { folder = try TemporaryFolder() }

        /// Appends entries, some of them in one commit.
        mutating func fill(_ count: Int, using random: inout SeededGenerator) throws {
            let environment = try folder.open(mapSize: 64 << 20)
            defer { environment.close() }
            var left = count
            while left > 0 {
                let added = min(left, Int.random(in: 1...9, using: &random))
                left -= added
                try environment.write { (transaction: consuming WriteTransaction) in
                    for _ in 0..<added {
                        let key = (entries.last?.key ?? 0) + UInt64.random(in: 1...5, using: &random)
                        let bytes = [8, 300, 1_500, 2_023, 9_000][Int.random(in: 0...4, using: &random)]
                        let value = [UInt8](repeating: UInt8(truncatingIfNeeded: key), count: bytes)
                        try withUnsafeBytes(of: key.bigEndian) { key in
                            try value.withUnsafeBytes { try transaction.append(key, $0) }
                        }
                        entries.append((key, value))
                    }
                    try transaction.commit()
                }
            }
        }

        /// Walks through the file and looks up keys.
        ///
        /// - Returns: The number of errors; all other answers were correct.
        func failures(using random: inout SeededGenerator) throws -> Int {
            let environment = try folder.open(mapSize: 64 << 20)
            defer { environment.close() }
            let sought = (0..<200).map { _ in UInt64.random(in: 0...(entries.last?.key ?? 0) + 3, using: &random) }
            return try environment.read { transaction in
                var failures = 0
                guard var cursor = try transaction.openCheckedCursor() else { return 0 }
                do throws(TreeDamage) {
                    var walked: [UInt64] = []
                    while let entry = try cursor.next() { walked.append(entry.key) }
                    // A walk returns existing entries in order; missing ones must be detected by the caller's chain.
                    #expect(zip(walked, walked.dropFirst()).allSatisfy { $0 < $1 })
                } catch {
                    failures += 1
                }
                for key in sought {
                    do throws(TreeDamage) {
                        guard let found = try cursor.seek(atMost: key) else { continue }
                        #expect(found.key <= key)
                        #expect(found.nextKey > found.key)
                        _ = found.value.reduce(0) { $0 &+ UInt64($1) }
                    } catch {
                        failures += 1
                    }
                }
                return failures
            }
        }
    }

    @Test(arguments: [0, 1, 2, 7, 60, 2_500])
    func `the checked cursor finds every entry, in order and by any key`(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        var file = try NumberedFile()
        if count > 0 { try file.fill(count, using: &random) }
        let entries = file.entries
        let environment = try file.folder.open(mapSize: 64 << 20)
        defer { environment.close() }
        try environment.read { transaction in
            guard var cursor = try transaction.openCheckedCursor() else {
                Issue.record("no commit has taken the transaction's meta page")
                return
            }
            #expect(cursor.entryCount == UInt64(count))
            #expect(try cursor.countEntries() == UInt64(count))
            #expect(try cursor.last()?.key == entries.last?.key)
            #expect(try cursor.first()?.key == entries.first?.key)
            for (index, expected) in entries.enumerated() {
                if index > 0 {
                    let entry = try #require(try cursor.next())
                    #expect(entry.key == expected.key)
                    #expect(entry.value.elementsEqual(expected.value))
                    #expect(entry.nextKey == (index + 1 < entries.count ? entries[index + 1].key : .max))
                }
            }
            #expect(try count == 0 || cursor.next() == nil)
            var index = -1
            for key in 0...(entries.last?.key ?? 0) + 2 {
                while index + 1 < entries.count, entries[index + 1].key <= key { index += 1 }
                let found = try cursor.seek(atMost: key)
                #expect(found?.key == (index < 0 ? nil : entries[index].key))
                let next = try cursor.next()
                #expect(next?.key == (index + 1 < entries.count ? entries[index + 1].key : nil))
            }
        }
    }

    @Test func `a value directly after the meta pages is read`() throws {
        let file = try NumberedFile()
        let environment = try file.folder.open()
        defer { environment.close() }
        var random = SeededGenerator(seed: 1)
        var rounds = 0
        var kindOfPage2: UInt16 = 0
        // Later commits reuse freed pages until a value lies where the root was first.
        while kindOfPage2 != PageLayout.overflowFlag, rounds < 500 {
            rounds += 1
            let keys = (0..<3).map { _ in UInt64.random(in: 0...5, using: &random) }
            let count = Int.random(in: 1...9_000, using: &random)
            let value = [UInt8](repeating: UInt8(truncatingIfNeeded: rounds), count: count)
            try environment.write { (transaction: consuming WriteTransaction) in
                for key in keys {
                    try withUnsafeBytes(of: key.bigEndian) { key in
                        try value.withUnsafeBytes { try transaction.put(key, $0) }
                    }
                }
                try transaction.commit()
            }
            let image = FileImage(bytes: try [UInt8](Data(contentsOf: file.path)))
            kindOfPage2 = UInt16(image.number(at: 2 * FileImage.pageBytes + PageLayout.flagsOffset, bytes: 2))
            try environment.read { transaction in
                guard var cursor = try transaction.openCheckedCursor() else {
                    Issue.record("no commit has taken the transaction's meta page")
                    return
                }
                for key in keys { #expect(try cursor.seek(atMost: key)?.value.elementsEqual(value) == true) }
                while try cursor.next() != nil {}
            }
        }
        #expect(kindOfPage2 == PageLayout.overflowFlag, "else page 2 never held a value, and the test shows nothing")
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a search in a damaged page returns an entry of its range or an error`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var file = try NumberedFile()
        try file.fill(700, using: &random)
        let sound = try Data(contentsOf: file.path)
        let pages = sound.count / 4_096
        var failures = 0
        for _ in 0..<60 {
            var image = sound
            let page = Int.random(in: 2..<pages, using: &random)
            let range = page * 4_096..<(page + 1) * 4_096
            switch Int.random(in: 0...4, using: &random) {
            case 0: image.replaceSubrange(range, with: Data(count: 4_096))
            case 1:
                let other = Int.random(in: 0..<pages, using: &random)
                image.replaceSubrange(range, with: sound[other * 4_096..<(other + 1) * 4_096])
            case 2:
                for index in range { image[index] = UInt8.random(in: 0...255, using: &random) }
            case 3:
                // A valid header, and random bytes after it.
                for index in range.dropFirst(PageLayout.headerBytes) {
                    image[index] = UInt8.random(in: 0...255, using: &random)
                }
            default:
                for _ in 0..<8 {
                    let index = range.lowerBound + Int.random(in: 8..<40, using: &random)
                    image[index] = UInt8.random(in: 0...255, using: &random)
                }
            }
            let handle = try FileHandle(forWritingTo: file.path)
            try handle.write(contentsOf: image)
            try handle.close()
            failures += try file.failures(using: &random)
        }
        #expect(failures > 0)
    }

    @Test func `a key missing at the start of a leaf is searched in the leaf before it`() throws {
        let folder = try TemporaryFolder()
        let path = URL(fileURLWithPath: folder.path("data.mdb"))
        let environment = try folder.open()
        for number in 1...300 as ClosedRange<UInt64> {
            try environment.write { (transaction: consuming WriteTransaction) in
                let value = [UInt8](repeating: 7, count: 100)
                try withUnsafeBytes(of: number.bigEndian) { key in
                    try value.withUnsafeBytes { try transaction.append(key, $0) }
                }
                try transaction.commit()
            }
        }
        environment.close()
        var image = FileImage(bytes: try [UInt8](Data(contentsOf: path)))
        let leaf = image.child(2, of: image.root)
        // The last two bytes of the leaf's first key, big-endian.
        let key = image.key(ofNode: image.node(0, of: leaf))
        let first = UInt64(image.bytes[key + 7]) | UInt64(image.bytes[key + 6]) << 8
        // The damage: the leaf's list of nodes loses its first two.
        let count = image.nodeCount(of: leaf) - 2
        for index in 0..<count {
            let offset = image.number(at: leaf + PageLayout.nodeOffset(index + 2), bytes: 2)
            image.set(offset, at: leaf + PageLayout.nodeOffset(index), bytes: 2)
        }
        image.set(PageLayout.nodeOffset(count), at: leaf + PageLayout.lowerOffset, bytes: 2)
        try Data(image.bytes).write(to: path)
        let damaged = try folder.open()
        defer { damaged.close() }
        try damaged.read { transaction in
            guard var cursor = try transaction.openCheckedCursor() else {
                Issue.record("no commit has taken the transaction's meta page")
                return
            }
            for key in [first, first + 1] {
                let found = try cursor.seek(atMost: key)
                #expect(found?.key == first - 1)
            }
            let found = try cursor.seek(atMost: first + 2)
            #expect(found?.key == first + 2)
        }
    }

    @Test func `there is no checked cursor once two commits have overwritten the meta page`() throws {
        let folder = try TemporaryFolder()
        let environment = try folder.open()
        defer { environment.close() }
        func put(_ number: UInt64) throws {
            try environment.write { (transaction: consuming WriteTransaction) in
                try withUnsafeBytes(of: number.bigEndian) { key in try transaction.append(key, key) }
                try transaction.commit()
            }
        }
        try put(1)
        try environment.read { transaction in
            try put(2)
            let stillThere = try transaction.openCheckedCursor() != nil
            #expect(stillThere)
            try put(3)
            let isGone = try transaction.openCheckedCursor() == nil
            #expect(isGone)
        }
    }
}
