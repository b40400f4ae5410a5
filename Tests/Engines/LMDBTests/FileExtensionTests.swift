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

@Suite(.fewAtOnce) struct FileExtensionTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func name(of key: Int) -> String { String(1_000_000 + key) }

    private func value(of key: Int, bytes: Int) -> String {
        String(repeating: String(UnicodeScalar(UInt8(97 + key % 26))), count: bytes)
    }

    private func append(_ key: Int, bytes: Int, to environment: Environment) throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            try transaction.append(name(of: key), value(of: key, bytes: bytes))
            try transaction.extendFile(for: bytes + 16 * 4096)
            try transaction.commit()
        }
    }

    @Test func `commits stay inside an extended file, and the file is sound`() throws {
        let environment = try folder.open(durability: .full)
        var sizes: Set<Int> = []
        for key in 0..<200 {
            try append(key, bytes: 30_000, to: environment)
            let statistics = try environment.statistics()
            #expect(statistics.usedBytes <= statistics.fileBytes)
            #expect(statistics.fileBytes - statistics.usedBytes <= FileExtension.maxStep + 30_000 + 17 * 4096)
            sizes.insert(statistics.fileBytes)
        }
        // The file grew far less often than there were commits.
        #expect((2...30).contains(sizes.count))
        try environment.checkStructure()
        environment.close()
        let reopened = try folder.open(durability: .full)
        try reopened.checkStructure()
        for key in 0..<200 {
            #expect(try reopened.get(name(of: key)) == value(of: key, bytes: 30_000))
        }
    }

    @Test func `a large commit does not extend the file beyond its needs`() throws {
        let environment = try folder.open(durability: .full)
        defer { environment.close() }
        for key in 0..<5 { try append(key, bytes: 200_000, to: environment) }
        let statistics = try environment.statistics()
        #expect(statistics.fileBytes == statistics.usedBytes)
    }

    @Test func `extending overwrites nothing in the file`() throws {
        let path = folder.path + "/plain"
        let contents = [UInt8]((0..<100_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 1) })
        try Data(contents).write(to: URL(fileURLWithPath: path))
        let descriptor = open(path, O_RDWR)
        defer { close(descriptor) }
        try FileExtension.writeZeros(from: contents.count, to: 300_000, in: descriptor, path: path)
        let read = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(read.count == 300_000)
        #expect(Array(read.prefix(contents.count)) == contents)
        #expect(read.dropFirst(contents.count).allSatisfy { $0 == 0 })
        try FileExtension.writeZeros(from: 300_000, to: 300_000, in: descriptor, path: path)
        #expect(try FileStatus.bytes(of: descriptor, path: path) == 300_000)
    }

    @Test func `a file is extended only at durability full`() throws {
        let environment = try folder.open(durability: .noSync)
        try append(1, bytes: 30_000, to: environment)
        let statistics = try environment.statistics()
        #expect(statistics.fileBytes == statistics.usedBytes)
    }

    @Test func `a disk failure while extending is an error with the offset`() throws {
        let path = folder.path + "/plain"
        try Data([1]).write(to: URL(fileURLWithPath: path))
        // Writing through a read-only descriptor fails like a broken disk: with a code other than "no space".
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        #expect {
            try FileExtension.writeZeros(from: 1, to: 10, in: descriptor, path: path)
        } throws: {
            ($0 as? LMDBError)?.message.contains("9 zeros at 1") == true
        }
    }

    #if os(Linux)
        @Test func `a full disk leaves the file as it is, without an error`() throws {
            let descriptor = open("/dev/full", O_RDWR)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            try FileExtension.writeZeros(from: 0, to: 4096, in: descriptor, path: "/dev/full")
        }
    #endif
}
