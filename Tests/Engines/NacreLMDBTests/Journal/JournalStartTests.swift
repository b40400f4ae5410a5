import Foundation
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Taking a journal into use while the store is open.
@Suite(.fewAtOnce) struct JournalStartTests {
    private var log: JournaledLog

    init() throws {
        log = try JournaledLog()
    }

    private func control() throws -> JournalControl {
        try #require(try JournalFile.open(log.path, of: log.header.id, for: .reading)).control
    }

    // MARK: Preparing

    @Test mutating func `a journal is taken into use under a new nonce, at the end of the log`() throws {
        let before = try control()
        let prepared = try log.prepared()
        // Other threads append meanwhile.
        try log.appendElsewhere([log.source.block(byteCount: 600), log.source.block(byteCount: 700)])
        #expect(try control() == before)
        #expect(try log.state().mark == .empty)
        let writer = try prepared.begin(in: log.log)
        #expect(try control() == writer.control)
        #expect(writer.control.nonce != before.nonce)
        #expect(writer.control.writeCount == before.writeCount + 1)
        #expect(writer.control.number == before.number)
        #expect(writer.control.before == log.source.end)
        #expect(writer.control.start == JournalLayout.ringOffset)
        #expect(try log.state().mark == .inUse(nonce: writer.control.nonce))
        #expect(try log.contents().blocks == log.acknowledged)
    }

    @Test mutating func `the numbers of frames go on from use to use`() throws {
        var writer = try log.opened()
        try log.write([600, 700, 800], with: &writer)
        try log.end(writer)
        writer = try log.prepared().begin(in: log.log)
        #expect(writer.control.number == 4)
        #expect(writer.control.start == JournalLayout.ringOffset)
        let number = try writer.write([log.source.block(byteCount: 600)])
        #expect(number == 4)
    }

    @Test(arguments: ["missing", "control", "shorter", "longer", "tiny", "smaller"])
    mutating func `a journal that cannot be used is built again`(defect: String) throws {
        try log.append([log.source.block(byteCount: 600)])
        switch defect {
        case "missing": try log.removeJournal()
        case "control": try log.changeJournal { for offset in [100, 4_196] { $0[offset] ^= 1 } }
        case "shorter": try log.changeJournal { $0.removeLast(4_096) }
        case "longer": try log.changeJournal { $0 += [UInt8](repeating: 0, count: 4_096) }
        case "tiny": try log.changeJournal { $0.removeLast($0.count - 100) }
        default:
            try JournalFile.build(log.path, of: log.header.id, continuing: log.source.end, byteCount: 8 * 4_096)
        }
        let prepared = try log.prepared()
        #expect(try log.folder.bytes("journal").count == log.byteCount)
        // The end of the log may not be durable yet.
        #expect(try control().before == Block.End(position: 0, checksum: log.header.checksum))
        #expect(try !log.isInUse())
        var writer = try prepared.begin(in: log.log)
        #expect(writer.control.before == log.source.end)
        try log.write([700], with: &writer)
        _ = try log.opened()
        #expect(try log.contents().blocks.count == 2)
    }

    @Test func `a journal has 64 MiB unless another size is asked for`() throws {
        try log.removeJournal()
        _ = try PreparedJournal.prepare(log.path, of: log.header.id, in: log.log)
        #expect(try control().fileBytes == 64 << 20)
    }

    @Test func `a journal of another store, a newer one and a folder are never replaced`() throws {
        func expect(_ code: EventStoreError.Code) throws {
            let bytes = try? log.folder.bytes("journal")
            #expect {
                _ = try log.prepared()
            } throws: {
                ($0 as? EventStoreError)?.code == code
            }
            #expect((try? log.folder.bytes("journal")) == bytes)
        }
        try log.build(of: StoreID(EventID(high: 9, low: 9)))
        try expect(.notAStore)
        try log.build()
        try log.changeJournal { for offset in [4, 4_100] { $0[offset] = 9 } }
        try expect(.newerFormat)
        try log.removeJournal()
        try FileManager.default.createDirectory(atPath: log.path, withIntermediateDirectories: false)
        try expect(.inputOutput)
    }

    @Test func `the holes of a sparse copy are filled before it is used`() throws {
        try log.makeSparse()
        #expect(try log.isSparse())
        _ = try log.prepared()
        #expect(try !log.isSparse())
    }

    // MARK: Numbers

    /// Changes a number in both copies of the control page, behind valid checksums.
    private func setControl(_ offset: Int, to number: UInt64) throws {
        try log.changeJournal { bytes in
            for start in [0, 4_096] {
                bytes.withUnsafeMutableBytes { bytes in
                    bytes.store(number, at: start + offset)
                    let checksum = Checksum.of(UnsafeRawBufferPointer(bytes).part(from: start, to: start + 4_088))
                    bytes.store(checksum, at: start + 4_088)
                }
            }
        }
    }

    @Test(arguments: [24, 56], [0, 1, 2, 3])
    mutating func `a use of a journal whose numbers end loses no frame`(offset: Int, left: UInt64) throws {
        try setControl(offset, to: JournalLayout.maxNumber - left)
        var writer = try log.prepared().begin(in: log.log)
        try log.write([600, 700, 800], with: &writer)
        try log.drain(2, with: &writer)
        try writer.advanceStart()
        try log.write([900], with: &writer)
        _ = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged)
    }

    @Test(arguments: [24, 56], [0, 1, 2])
    mutating func `recovery leaves a control page that can be read, though its numbers end`(
        offset: Int, left: UInt64
    ) throws {
        let writer = try log.prepared().begin(in: log.log)
        _ = consume writer
        try setControl(offset, to: JournalLayout.maxNumber - left)
        try log.restart()
        var recovery = try log.recovery()
        while try recovery.drainNext() {}
        try recovery.finish()
        _ = try control()
        #expect(try !log.isInUse())
        _ = try log.prepared().begin(in: log.log)
        #expect(try control().number == 1)
    }

    // MARK: A journal in use, and one that changes

    @Test mutating func `a journal in use is neither prepared nor taken into use again`() throws {
        let prepared = try log.prepared()
        let writer = try log.prepared().begin(in: log.log)
        let bytes = try log.folder.bytes("journal")
        expectInUse(writer.control.nonce) { _ = try log.prepared() }
        // Not even if it is missing: it may have held events.
        try log.removeJournal()
        expectInUse(writer.control.nonce) { _ = try log.prepared() }
        #expect(!FileManager.default.fileExists(atPath: log.path))
        _ = try log.folder.file(bytes, named: "journal")
        #expect(throws: EventStoreError.self) { _ = try prepared.begin(in: log.log) }
        #expect(try log.folder.bytes("journal") == bytes)
        #expect(try log.state().mark == .inUse(nonce: writer.control.nonce))
    }

    @Test func `a journal is not taken into use while the log says that another one is`() throws {
        let prepared = try log.prepared()
        try log.put(.inUse(nonce: 5))
        let bytes = try log.folder.bytes("journal")
        expectInUse(5) { _ = try prepared.begin(in: log.log) }
        #expect(try log.folder.bytes("journal") == bytes)
        #expect(try log.state().mark == .inUse(nonce: 5))
    }

    @Test(arguments: [true, false])
    func `a journal that was removed or replaced since it was prepared is not used`(isReplaced: Bool) throws {
        let prepared = try log.prepared()
        try log.removeJournal()
        if isReplaced { try log.build() }
        #expect {
            _ = try prepared.begin(in: log.log)
        } throws: {
            ($0 as? EventStoreError)?.code == .inputOutput && "\($0)".contains("was removed or replaced")
        }
        #expect(try log.state().mark == .empty)
    }

    @Test func `a log with a damaged end does not begin to use its journal`() throws {
        var log = log
        var block = log.source.block(byteCount: 600)
        block[BlockLayout.recordedAtOffset] ^= 1
        let prepared = try log.prepared()
        try log.append([block])
        #expect {
            _ = try prepared.begin(in: log.log)
        } throws: {
            ($0 as? EventStoreError)?.code == .damaged
        }
        #expect(try log.contents().header == log.header.encoded)
    }

    private func expectInUse(_ nonce: UInt64, _ body: () throws -> Void) {
        #expect {
            try body()
        } throws: {
            ($0 as? EventStoreError)?.code == .inputOutput && "\($0)".contains("nonce \(nonce) is in use")
        }
    }
}
