import Foundation
import Nacre
import Synchronization
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct JournalFileTests {
    @Test(arguments: [true, false])
    func `a new journal has its size in written blocks, and nothing is beside it`(inMemory: Bool) throws {
        let journal = try JournalFolder(pages: 1_000, inMemory: inMemory)
        let file = try journal.open(.reading)
        #expect(try file.file.byteCount() == 1_002 * 4_096)
        #expect(try !file.file.hasHoles())
        #expect(journal.allocatedBytes() >= 1_002 * 4_096)
        #expect(try FileManager.default.contentsOfDirectory(atPath: journal.folder.path) == ["journal"])
        #expect(try journal.bytes()[8_192...].allSatisfy { $0 == 0 })
        #expect(try journal.walk().whole().isEmpty)
    }

    @Test func `a journal has 64 MiB unless another size is asked for`() throws {
        let folder = try TemporaryFolder(inMemory: true)
        let id = StoreID(EventID(high: 1, low: 2))
        try JournalFile.build(folder.path("journal"), of: id, continuing: Block.End(position: 0, checksum: 1))
        let journal = try JournalFile.open(folder.path("journal"), of: id, for: .writing)
        #expect(try journal?.file.byteCount() == 67_108_864)
    }

    @Test func `a journal is built beside appends in steps with pauses, and not to its end if it is not wanted`() throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("journal")
        let id = StoreID(EventID(high: 1, low: 2))
        let steps = Atomic(0)
        let build = { (most: Int) throws in
            try JournalFile.build(
                path, of: id, continuing: Block.End(position: 0, checksum: 1), byteCount: 2 << 20,
                at: .beside { steps.add(1, ordering: .relaxed).newValue <= most })
        }
        let error = #expect(throws: EventStoreError.self) { try build(2) }
        #expect(error?.code == .closed)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        steps.store(0, ordering: .relaxed)
        try build(.max)
        #expect(steps.load(ordering: .relaxed) == 4)
        let journal = try JournalFile.open(path, of: id, for: .writing)
        #expect(try journal?.file.byteCount() == 2 << 20)
        #expect(try journal?.file.hasHoles() == false)
    }

    @Test func `a missing journal is reported as none`() throws {
        let folder = try TemporaryFolder()
        let journal = try JournalFile.open(
            folder.path("journal"), of: StoreID(EventID(high: 1, low: 2)), for: .writing)
        #expect(journal == nil)
    }

    @Test func `what a killed builder left is replaced`() throws {
        let folder = try TemporaryFolder()
        let rest = [UInt8](repeating: 7, count: 100_000)
        _ = try folder.file(rest, named: "journal.unfinished")
        let id = StoreID(EventID(high: 1, low: 2))
        try JournalFile.build(
            folder.path("journal"), of: id, continuing: Block.End(position: 0, checksum: 1), byteCount: 8 * 4_096)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["journal"])
        #expect(try folder.bytes("journal").count == 8 * 4_096)
        // The control pages hold random bytes.
        #expect(try folder.bytes("journal")[8_192...].allSatisfy { $0 == 0 })
    }

    @Test func `a journal cannot be built in a folder that does not exist`() throws {
        let folder = try TemporaryFolder()
        #expect {
            try JournalFile.build(
                folder.path("missing/journal"), of: StoreID(EventID(high: 1, low: 2)),
                continuing: Block.End(position: 0, checksum: 1), byteCount: 8 * 4_096)
        } throws: {
            ($0 as? EventStoreError)?.code == .inputOutput
        }
    }

    @Test(arguments: [true, false])
    func `a sparse copy is filled, and keeps its frames`(inMemory: Bool) throws {
        let journal = try JournalFolder(pages: 1_000, inMemory: inMemory)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        // A frame with pages of zeros.
        let groups = [[source.block(byteCount: 600)], [source.block(byteCount: 30_000, filler: 0)]]
        for group in groups { try writer.write(group) }
        let bytes = try journal.bytes()
        // As `cp --sparse=always` copies: pages of zeros are holes.
        try journal.truncate(to: 0)
        try journal.truncate(to: bytes.count)
        for start in stride(from: 0, to: bytes.count, by: 4_096)
        where bytes[start..<start + 4_096].contains(where: { $0 != 0 }) {
            try journal.put(bytes[start..<start + 4_096], at: start)
        }
        #expect(journal.allocatedBytes() < 200_000)
        let filled = try journal.open(.writing)
        #expect(try filled.file.hasHoles(), "opening fills nothing")
        try filled.fillHoles()
        #expect(try !filled.file.hasHoles())
        #expect(journal.allocatedBytes() >= bytes.count)
        #expect(try journal.bytes() == bytes)
        #expect(try journal.walk().whole().map(\.parts) == groups)
    }

    #if os(Linux)
        @Test func `blocks that were allocated and never written are filled, too`() throws {
            let journal = try JournalFolder(pages: 1_000, inMemory: false)
            let control = try journal.bytes()[..<8_192]
            try journal.truncate(to: 0)
            let handle = try FileHandle(forUpdating: URL(filePath: journal.path))
            #expect(posix_fallocate(handle.fileDescriptor, 0, 1_002 * 4_096) == 0)
            try handle.write(contentsOf: control)
            try handle.synchronize()
            try handle.close()
            #expect(journal.allocatedBytes() >= 1_002 * 4_096)
            let unwritten = try journal.open(.reading)
            #expect(try unwritten.file.hasHoles())
            let filled = try journal.open(.writing)
            try filled.fillHoles()
            #expect(try !filled.file.hasHoles())
        }
    #endif

    @Test func `a folder in the place of the journal is refused`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("journal"), withIntermediateDirectories: true)
        for access in [DirectFile.Access.reading, .writing] {
            let error = #expect(throws: EventStoreError.self) {
                try JournalFile.open(folder.path("journal"), of: StoreID(EventID(high: 1, low: 2)), for: access)
            }
            #expect(error?.code == .inputOutput)
            #expect(access == .writing || error?.message.contains("is not a regular file") == true)
        }
    }
}
