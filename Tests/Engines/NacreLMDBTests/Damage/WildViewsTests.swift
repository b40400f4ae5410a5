import DomainKit
import Foundation
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Read models with impossible values under valid checksums: the file is recreated.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct WildViewsTests {
    private let folder: TemporaryFolder
    private let notices = Logged()

    init() throws {
        folder = try TemporaryFolder()
        let store = try folder.views()
        defer { store.close() }
        let checkpoint = Checkpoint(storeID: StoreID(EventID(high: 1, low: 2)), position: 3, fingerprint: 4)
        try store.write("m") { writer in
            for row in UInt8(0)..<20 { try writer.setValue([row, row], for: [row], in: 0) }
            try writer.setState(
                ReadModelState(
                    schemaVersion: 1, checkpoint: checkpoint,
                    halt: ProjectionHalt(
                        position: 4, reason: "not now", since: Instant(nanosecondsSince1970: 5, decimals: 9))))
        }
    }

    /// Changes bytes of the value under a key, and corrects its checksum.
    private func change(_ key: [UInt8], at offset: Int, to bytes: [UInt8], seeded: Bool) throws {
        let store = try folder.views()
        defer { store.close() }
        try store.change { access in
            var value = try key.withUnsafeBytes { try access.get($0).map { [UInt8]($0) } } ?? []
            value.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            let end = value.count - ViewsLayout.checksumBytes
            let sum = DocumentedBlock.xxh3(Array(value[..<end]), seed: seeded ? DocumentedBlock.xxh3(key) : 0)
            value.replaceSubrange(end..., with: DocumentedBlock.little(sum))
            try access.put(key, value)
            return ((), isChanged: true)
        }
    }

    /// Opens the file, and works on the model.
    private func expectRebuilt() throws {
        let store = try folder.views(logger: notices.logger)
        defer { store.close() }
        #expect(notices.all.count == 1)
        #expect(try store.read("m") { try $0.state() } == nil)
        try store.write("m") { writer in
            try writer.setValue([1], for: [1], in: 0)
            try writer.writableShadow().setValue([2], for: [1], in: 0)
        }
        #expect(try store.count(of: "m") == 1)
    }

    @Test(arguments: [0, .max, (1 << 31) + 1, 1 << 31, (1 << 31) - 1, 1 << 30] as [UInt32])
    func `a next generation beyond the limit rebuilds the file`(generation: UInt32) throws {
        try change(
            ViewsFormat.headerKey, at: ViewsLayout.Header.nextGenerationOffset, to: DocumentedBlock.little(generation),
            seeded: false)
        try expectRebuilt()
    }

    @Test(
        arguments: [
            (ViewsLayout.Tables.rowsOffset, .max),
            (ViewsLayout.Tables.checkpointOffset + CheckpointLayout.positionOffset, .max),
            (ViewsLayout.Tables.haltPositionOffset, .max), (ViewsLayout.Tables.haltPositionOffset, 0),
        ] as [(Int, UInt64)])
    func `an impossible row count, checkpoint or halt rebuilds the file`(offset: Int, value: UInt64) throws {
        try change(ViewsFormat.key(ofModel: "m"), at: offset, to: DocumentedBlock.little(value), seeded: true)
        try expectRebuilt()
    }

    @Test func `a halt reason that is not UTF-8 rebuilds the file`() throws {
        try change(
            ViewsFormat.key(ofModel: "m"), at: ViewsLayout.Tables.fixedBytes, to: [UInt8](repeating: 0xFF, count: 7),
            seeded: true)
        try expectRebuilt()
    }
}
