import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// The mark of the journal in `log.mdb`, and programs that do not know it.
@Suite(.fewAtOnce) struct JournalMarkTests {
    private let log: JournaledLog
    private let nonce: UInt64 = 0x0807_0605_0403_0201

    init() throws {
        log = try JournaledLog()
    }

    @Test func `a header with a mark has the documented bytes`() throws {
        try log.put(.inUse(nonce: nonce))
        var expected: [UInt8] = Array("NCRS".utf8) + [2, 0, 0, 0]
        expected += [0, 0, 0, 0, 0, 0, 0x11, 0x22, 0, 0, 0, 0, 0, 0, 0x33, 0x44]
        expected += DocumentedBlock.little(UInt64(1_000))
        var unmarked = expected
        unmarked[4] = 1
        expected += DocumentedBlock.little(DocumentedBlock.xxh3(unmarked))
        expected += [1, 2, 3, 4, 5, 6, 7, 8]
        expected += DocumentedBlock.little(DocumentedBlock.xxh3(expected))
        #expect(expected.count == 56)
        #expect(try log.contents().header == expected)
    }

    @Test func `an empty mark leaves the header as it was`() throws {
        let before = try log.contents().header
        try log.put(.inUse(nonce: nonce))
        try log.put(.empty)
        #expect(try log.contents().header == before)
    }

    @Test func `a mark is read as it was recorded, and keeps store and chain`() throws {
        #expect(try log.state().mark == .empty)
        let before = try log.state()
        try log.put(.inUse(nonce: nonce))
        let after = try log.state()
        #expect(after.mark == .inUse(nonce: nonce))
        #expect(after.end == before.end)
        #expect(after.header.id == before.header.id && after.header.checksum == before.header.checksum)
        #expect(after.header.createdAt == 1_000)
    }

    @Test mutating func `a program that knows no journal refuses a log whose journal is in use`() async throws {
        var log = log
        let block = log.source.block(byteCount: 500)
        try log.append([block])
        try log.put(.inUse(nonce: nonce))
        log.log.close()
        let value = try RawLog(store: log.folder.path).header()
        #expect {
            // Such a program decodes the value in this way.
            try value.withUnsafeBytes { _ = try StoreHeader($0, path: "log.mdb") }
        } throws: {
            ($0 as? EventStoreError)?.code == .newerFormat
                && "\($0)".contains("has format 2, but this program supports formats up to 1: use a newer program")
        }
    }

    @Test mutating func `a program that knows no journal appends to a log whose mark is empty`() async throws {
        var log = log
        var writer = try log.opened()
        try log.write([500, 600], with: &writer)
        try log.restart()
        var recovery = try log.recovery()
        while try recovery.drainNext() {}
        log.log.close()
        let store = try await LMDBEventStore.open(at: log.folder.path, options: .small(createsStore: false))
        #expect(try await store.head() == 2)
        try await store.append([EventData(type: "T", data: [1])], to: "other")
        #expect(try await store.verify(progress: { _, _ in }, finding: { _ in }).findings == 0)
        await store.close()
        // The journal continues after the events of that program.
        writer = try log.opened()
        #expect(writer.control.before.position == 3)
        #expect(try log.contents().blocks.count == 3)
    }

    @Test func `a mark of a newer format is refused`() throws {
        try log.put(.inUse(nonce: nonce))
        var header = try log.contents().header
        header[4] = 3
        try log.put(header)
        #expect {
            try log.state()
        } throws: {
            ($0 as? EventStoreError)?.code == .newerFormat && "\($0)".contains("has format 3")
                && "\($0)".contains("supports formats up to 2")
        }
    }

    @Test func `any changed byte of a header with a mark is an error`() throws {
        try log.put(.inUse(nonce: nonce))
        let header = try log.contents().header
        for offset in header.indices {
            var changed = header
            changed[offset] ^= 0x10
            #expect(throws: EventStoreError.self, "byte \(offset)") { try Self.decode(changed) }
        }
        for count in [0, 7, 8, 40, 48, 55] {
            #expect(throws: EventStoreError.self, "\(count) bytes") { try Self.decode(Array(header.prefix(count))) }
        }
        #expect(throws: EventStoreError.self) { try Self.decode(header + [0]) }
    }

    @Test func `a header with a mark and a right checksum needs a nonce and the checksum of the header`() throws {
        for offset in [32, 40] {
            var header = MarkedHeader(header: log.header, mark: .inUse(nonce: 1)).encoded
            header[offset] ^= 1
            header.set(DocumentedBlock.xxh3(Array(header[..<48])), at: 48)
            #expect(throws: EventStoreError.self, "byte \(offset)") { try Self.decode(header) }
        }
    }

    private static func decode(_ bytes: [UInt8]) throws -> MarkedHeader {
        try bytes.withUnsafeBytes { try MarkedHeader($0, path: "log.mdb") }
    }
}
