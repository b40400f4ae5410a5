import Foundation
import LMDB
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct FileCheckTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var file: String { folder.path("data.mdb") }

    private func bytes() throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    }

    private func cut(to bytes: Int) throws {
        let handle = try #require(FileHandle(forUpdatingAtPath: file))
        try handle.truncate(atOffset: UInt64(bytes))
        try handle.close()
    }

    /// Fills the file with values in overflow pages, so that no page is free.
    private func fill() throws {
        let environment = try folder.open()
        for key in 0..<20 { try environment.put("\(key)", String(repeating: "v", count: 10_000)) }
        environment.close()
    }

    @Test func `an empty file counts as new`() throws {
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        let environment = try folder.open()
        try environment.put("a", "1")
        #expect(try environment.get("a") == "1")
    }

    @Test(arguments: [1, 23, 100, 100_000])
    func `another program's file is refused and left unchanged`(count: Int) throws {
        let contents = Data(repeating: 0x61, count: count)
        try contents.write(to: URL(fileURLWithPath: file))
        #expect(code { _ = try folder.open() } == .notADatabase)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == contents)
        #expect(!FileManager.default.fileExists(atPath: file + "-lock"))
    }

    @Test func `a whole file is accepted`() throws {
        try fill()
        #expect(try folder.open().entries().count == 20)
    }

    @Test func `a file without its last page is refused with both sizes`() throws {
        try fill()
        let whole = try bytes()
        try cut(to: whole - 1)
        let text = message { _ = try folder.open() }
        #expect(code { _ = try folder.open() } == .truncated)
        #expect(text.contains("\(whole - 1)") && text.contains("\(whole)"))
    }

    @Test(arguments: [24, 4096, 4200, 8191, 8192, 50_000])
    func `a file truncated at any size is refused`(count: Int) throws {
        try fill()
        try cut(to: count)
        #expect(code { _ = try folder.open() } == .truncated)
    }

    /// Creates a file whose last pages are free and were never written, with a number of entries.
    private func leaveUnwrittenPages(of keys: Int, keeping kept: Int) throws {
        let environment = try folder.open()
        // Pages freed by earlier commits make LMDB give back what a transaction took, without writing it.
        for value in 0..<10 { try environment.put("10000", "\(value)") }
        try environment.write { (transaction: consuming WriteTransaction) in
            for key in 10_000..<10_000 + keys { try transaction.put("\(key)", String(repeating: "v", count: 500)) }
            for key in (10_000 + kept..<10_000 + keys).reversed() { #expect(try transaction.delete("\(key)")) }
            try transaction.commit()
        }
        let statistics = try environment.statistics()
        environment.close()
        try #require(statistics.fileBytes < statistics.usedBytes, "else the test shows nothing")
    }

    @Test(arguments: [400, 5000, 20_000])
    func `a file that lacks only free pages is accepted`(keys: Int) throws {
        try leaveUnwrittenPages(of: keys, keeping: 50)
        #expect(try folder.open().entries().count == 50)
    }

    @Test func `a file that lacks a used page is refused`() throws {
        try leaveUnwrittenPages(of: 400, keeping: 50)
        try cut(to: bytes() - 1)
        #expect(code { _ = try folder.open() } == .truncated)
    }

    @Test func `a file can be opened after it is repaired`() throws {
        try fill()
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        try cut(to: whole.count / 2)
        #expect(code { _ = try folder.open() } == .truncated)
        try whole.write(to: URL(fileURLWithPath: file))
        #expect(try folder.open().entries().count == 20)
    }
}
