import Foundation
import TestFolders
import TestTraits
import Testing

@testable import LMDB

/// Damage of a meta page, before the file is opened or while it is open.
@Suite(.fewAtOnce) struct AlteredMetaPageTests {
    private static let pageSize = 4_096
    private static let magic = PageLayout.Meta.magic
    private static let lastPage = PageLayout.Meta.lastPage
    private static let transaction = PageLayout.Meta.transaction

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func put(_ numbers: ClosedRange<Int>, in environment: Environment) throws {
        for number in numbers { try environment.put("\(1_000 + number)", "\(number)") }
    }

    private func set(_ value: UInt64, at offset: Int) throws {
        let file = try FileHandle(forUpdating: URL(filePath: folder.path("data.mdb")))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: withUnsafeBytes(of: value) { Data($0) })
        try file.close()
    }

    private func number(at offset: Int) throws -> UInt64 {
        try Data(contentsOf: URL(filePath: folder.path("data.mdb"))).withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
    }

    /// The offset of a transaction's meta page.
    private func meta(of transaction: Int) -> Int { transaction % 2 * Self.pageSize }

    @Test(arguments: 0...5)
    func `the last transaction's number in a sound file passes the check`(commits: Int) throws {
        let environment = try folder.open(durability: .full)
        if commits > 0 { try put(1...commits, in: environment) }
        try environment.checkLastTransaction()
        environment.close()
        let reopened = try folder.open(durability: .full)
        defer { reopened.close() }
        try reopened.checkLastTransaction()
    }

    @Test(arguments: [1, 5, 40])
    func `an older meta page with an altered number is detected`(bit: Int) throws {
        let environment = try folder.open(durability: .full)
        try put(1...20, in: environment)
        environment.close()
        // The meta page of transaction 19 gets a number greater than 20.
        try set(19 | 1 << UInt64(bit) | 32, at: meta(of: 19) + Self.transaction)
        let reopened = try folder.open(durability: .full)
        defer { reopened.close() }
        try reopened.checkStructure()
        #expect(code { try reopened.checkLastTransaction() } == .corrupted)
        let said = message { try reopened.checkLastTransaction() }
        #expect(said.contains("transaction 19") && said.contains(folder.path("data.mdb")), "\(said)")
    }

    @Test(
        arguments: [Environment.Durability.full, .noMetaSync, .noSync], [22, 23, 1 << 40 | 19, UInt64.max] as [UInt64])
    func `a write is refused on top of a commit that no reader would see`(
        durability: Environment.Durability, altered: UInt64
    ) throws {
        let environment = try folder.open(durability: durability)
        defer { environment.close() }
        try put(1...20, in: environment)
        try set(altered, at: meta(of: 19) + Self.transaction)
        #expect(code { _ = try environment.get("1020") } == .panic)
        #expect(code { try environment.put("later", "1") } == .panic)
        #expect(message { try environment.put("later", "1") }.contains("lock file"))
        try set(19, at: meta(of: 19) + Self.transaction)
        try environment.put("later", "1")
        #expect(try environment.get("later") == "1")
    }

    @Test func `a commit is refused if a meta page is overwritten by something else`() throws {
        let environment = try folder.open(durability: .full)
        defer { environment.close() }
        try put(1...20, in: environment)
        let place = meta(of: 19) + Self.magic
        let sound = try number(at: place)
        try set(0, at: place)
        #expect(code { try environment.put("later", "1") } == .corrupted)
        #expect(message { try environment.put("later", "1") }.contains("page 1: it is not a meta page"))
        #expect(try environment.get("1020") == "20")
        try set(sound, at: place)
        try environment.put("later", "1")
    }

    @Test func `an empty file has no entries and no damage, and a tree of no depth has no entries`() throws {
        let environment = try folder.open(durability: .full)
        defer { environment.close() }
        func count() throws -> UInt64 {
            try environment.read { transaction in try transaction.openCheckedCursor()?.entryCount ?? 0 }
        }
        #expect(try count() == 0)
        try put(1...20, in: environment)
        #expect(try count() == 20)
        try environment.write { (transaction: consuming WriteTransaction) in
            for number in 1...20 { #expect(try transaction.delete("\(1_000 + number)")) }
            try transaction.commit()
        }
        #expect(try count() == 0)
        // Each is a transaction of its own, and what was deleted was one more.
        try put(1...20, in: environment)
        // Padding, flags and depth.
        let place = meta(of: 41) + 88
        let sound = try number(at: place)
        try set(sound & 0xFFFF_FFFF_FFFF, at: place)
        #expect(throws: TreeDamage.self) { try environment.read { _ = try $0.openCheckedCursor() } }
        try set(sound, at: place)
        #expect(try environment.get("1020") == "20")
    }

    @Test(.timeLimit(.minutes(25)))
    func `a map that stays too small however often it grows is an error`() throws {
        let environment = try folder.open(durability: .full)
        defer { environment.close() }
        try put(1...20, in: environment)
        // The lock file leads to the page with the altered number, and the other one looks newer.
        let place = meta(of: 20) + Self.lastPage
        let sound = try number(at: place)
        try set(1 << 30, at: place)
        try set(21, at: meta(of: 19) + Self.transaction)
        #expect(code { _ = try environment.get("1020") } == .corrupted)
        #expect(message { try environment.put("later", "1") }.contains("more pages than fit the map"))
        try set(sound, at: place)
        try set(19, at: meta(of: 19) + Self.transaction)
        #expect(try environment.get("1020") == "20")
    }

    @Test(arguments: [0, UInt64.max, 1 << 62, 1 << 51] as [UInt64])
    func `an impossible last page is an error and does not crash the process`(altered: UInt64) throws {
        let environment = try folder.open(durability: .full)
        defer { environment.close() }
        try put(1...20, in: environment)
        try set(altered, at: meta(of: 20) + Self.lastPage)
        #expect(throws: (any Error).self) { try environment.read { _ = try $0.openCheckedCursor() } }
        #expect(try environment.statistics().usedBytes >= 0)
        #expect(throws: (any Error).self) {
            try environment.write { (transaction: consuming WriteTransaction) in
                try transaction.extendFile(for: 1)
                try transaction.checkFreePages { _ in nil }
            }
        }
    }
}
