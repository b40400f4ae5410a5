import Foundation
import LMDB
import TestFolders
import TestRandomness
import TestTraits
import Testing

@Suite(.fewAtOnce) struct StructureTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let longValue = String(repeating: "v", count: 10_000)

    @Test(arguments: FileShape.allCases)
    func `a sound file passes`(shape: FileShape) throws {
        let environment = try folder.open()
        try shape.fill(environment)
        try environment.checkStructure()
    }

    @Test func `a file of many levels and a hundred thousand keys passes`() throws {
        let environment = try folder.open(mapSize: 64 << 20)
        try environment.write { (transaction: consuming WriteTransaction) in
            for key in 0..<100_000 { try transaction.put("\(key &* 7_919 % 100_000)", "\(key)") }
            try transaction.commit()
        }
        try environment.checkStructure()
        #expect(try environment.statistics().depth > 2)
    }

    @Test(arguments: 0..<8)
    func `files left by all kinds of transactions pass`(seed: UInt64) throws {
        let environment = try folder.open(mapSize: 256 << 20)
        var random = SeededGenerator(seed: seed)
        // Short keys repeat and are overwritten; long ones make the tree deep.
        let longest = [3, 20, 511][Int(seed) % 3]
        for _ in 0..<25 {
            try environment.write { (transaction: consuming WriteTransaction) in
                for _ in 0..<Int.random(in: 1...120, using: &random) {
                    try transaction.change(longest: longest, &random)
                }
                if UInt8.random(in: 0..<40, using: &random) == 0 { try transaction.deleteAll() }
                try transaction.commit()
            }
            try environment.checkStructure()
        }
    }

    @Test func `a file passes during concurrent writes`() throws {
        let environment = try folder.open()
        try FileShape.afterDeletes.fill(environment)
        let commits = 400
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            do {
                for commit in 0..<commits where thread == 0 {
                    try environment.put("\(1000 + commit * 13 % 500)", String(repeating: "w", count: commit * 7))
                }
                while thread == 1, try environment.read({ $0.id }) < commits { try environment.checkStructure() }
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test func `a file passes although its writer was stopped before publishing a commit`() throws {
        let environment = try folder.open()
        for value in ["1", "2"] { try environment.put("a", value) }
        // The part of a meta page that a commit writes, with the number of the next transaction.
        let file = try #require(FileHandle(forUpdatingAtPath: folder.path("data.mdb")))
        try file.seek(toOffset: 16 + 16)
        var meta = try #require(try file.read(upToCount: 120))
        meta[112] += 1
        try file.seek(toOffset: UInt64(environment.pageSize + 16 + 16))
        try file.write(contentsOf: meta)
        try file.close()
        try environment.checkStructure()
        #expect(try environment.read { $0.id } == 2)
    }

    @Test func `a check inside a write transaction does not see its changes`() throws {
        let environment = try folder.open()
        try environment.put("a", "1")
        try environment.write { (transaction: consuming WriteTransaction) in
            try transaction.put("b", "2")
            try environment.checkStructure()
        }
    }

    @Test func `entries are visited in order, with the values that lie in their pages`() throws {
        let environment = try folder.open()
        for key in 0..<200 { try environment.put("\(1000 + key)", key % 50 == 49 ? longValue : "v\(key)") }
        var visited: [String] = []
        try environment.checkStructure { key, value in
            visited.append(String(bytes: key) + "=" + (value.map(String.init(bytes:)) ?? "long"))
        }
        #expect(visited == (0..<200).map { "\(1000 + $0)=" + ($0 % 50 == 49 ? "long" : "v\($0)") })
    }

    @Test func `a closed environment is not checked`() throws {
        let environment = try folder.open()
        environment.close()
        #expect(code { try environment.checkStructure() } == .closed)
    }
}

extension WriteTransaction {
    /// Changes an entry at random.
    fileprivate mutating func change(longest: Int, _ random: inout SeededGenerator) throws {
        let key = random.bytes(.random(in: 1...longest, using: &random))
        let size = [0...40, 0...2100, 1900...12_000].randomElement(using: &random) ?? 0...0
        let value = [UInt8](repeating: 0xAB, count: .random(in: size, using: &random))
        try key.withUnsafeBytes { key in
            switch UInt8.random(in: 0..<6, using: &random) {
            case 0...2: try value.withUnsafeBytes { try put(key, $0) }
            case 3: _ = try reserve(key: key, count: value.count)
            case 4:
                // Written twice, the second time shorter, which leaves a value more pages than it needs.
                try value.withUnsafeBytes { value in
                    try put(key, value)
                    try put(key, UnsafeRawBufferPointer(rebasing: value.prefix(value.count / 3)))
                }
            default:
                var cursor = try openCursor()
                for _ in 0..<3 where try cursor.seek(atLeast: key) != nil { try cursor.deleteCurrent() }
            }
        }
    }
}
