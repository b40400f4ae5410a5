import Foundation
import LMDB
import TestFolders
import TestTraits
import Testing

private let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

/// Files left by a power loss during creation, distinguished from truncated ones.
@Suite(.fewAtOnce) struct UnfinishedTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var file: String { folder.path("data.mdb") }

    /// The bytes of a file after a number of commits.
    private func bytes(transactions: Int) throws -> [UInt8] {
        let environment = try folder.open()
        for number in 0..<transactions { try environment.put("\(number)", "x") }
        environment.close()
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
    }

    private func isUnfinished(_ bytes: [UInt8]) throws -> Bool {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return Environment.isUnfinished(at: file)
    }

    @Test func `an empty database without one of its meta pages is unfinished`() throws {
        let whole = try bytes(transactions: 0)
        #expect(whole.count == 2 * pageBytes)
        let zeros = [UInt8](repeating: 0, count: pageBytes)
        #expect(try isUnfinished(zeros))
        #expect(try isUnfinished(zeros + zeros))
        #expect(try isUnfinished(Array(whole[..<pageBytes])))
        #expect(try isUnfinished(Array(whole[..<512])))
        #expect(try isUnfinished(Array(whole[..<pageBytes]) + zeros))
        #expect(try isUnfinished(zeros + Array(whole[pageBytes...])))
        #expect(code { try folder.open().close() } != nil)
    }

    @Test func `a complete new file is not unfinished`() throws {
        #expect(try !isUnfinished(bytes(transactions: 0)))
        try folder.open().close()
    }

    @Test func `a missing file and random bytes are not unfinished`() throws {
        #expect(!Environment.isUnfinished(at: folder.path("missing")))
        #expect(try !isUnfinished([]))
        #expect(try !isUnfinished([UInt8](repeating: 0, count: 100)))
        #expect(try !isUnfinished([UInt8](repeating: 7, count: pageBytes)))
        #expect(try !isUnfinished([UInt8](repeating: 0, count: 3 * pageBytes)))
    }

    @Test(arguments: [2, 3, 4, 9])
    func `a file truncated after commits is not unfinished`(transactions: Int) throws {
        let whole = try bytes(transactions: transactions)
        for count in stride(from: 512, through: whole.count, by: 512) {
            #expect(try !isUnfinished(Array(whole[..<count])), "\(count) bytes of \(whole.count)")
        }
    }

    @Test func `a file whose first page was wiped after a commit is not unfinished`() throws {
        var whole = try bytes(transactions: 1)
        whole.replaceSubrange(..<pageBytes, with: repeatElement(0, count: pageBytes))
        #expect(try !isUnfinished(whole))
        #expect(try !isUnfinished(Array(whole[..<(2 * pageBytes)])))
    }
}
