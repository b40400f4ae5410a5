import Foundation
import Nacre
import TestFolders

@testable import NacreLMDB

/// A closed store of small blocks, stored in leaves, and large ones with overflow pages.
struct DamagedStore {
    /// The part of a block that is changed.
    enum Part: CaseIterable, Sendable {
        case magic, header, checksum, table, name, record
    }

    /// The event of each block, counted from 0, whose record is damaged: the only one of its type and its tag.
    private static let struck = 2

    let folder: TemporaryFolder
    let events: [RecordedEvent]
    let blocks: [(position: Position, bytes: [UInt8])]
    private let whole: Data

    init(options: LMDBEventStore.Options = .unsynced()) async throws {
        folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        for block in 0..<9 {
            let isLarge = block % 3 == 1
            try await store.append(
                Commit(
                    entries: (0..<5).map { index in
                        Commit.Entry(
                            stream: "s-\(index % 2)",
                            event: EventData(
                                id: .random(), type: index == Self.struck ? "Struck" : "T",
                                tags: index == Self.struck ? ["struck"] : index == 0 ? ["spared"] : [],
                                data: [UInt8](repeating: UInt8(block), count: isLarge ? 2_000 : 30 + index)))
                    }))
        }
        events = try await store.readLog().collect()
        blocks = try RawLog(store: folder.store).blocks()
        await store.close()
        whole = try Data(contentsOf: URL(fileURLWithPath: folder.store + "/log.mdb"))
    }

    /// Restores the log.
    func mend() throws {
        try RawLog(store: folder.store).overwrite(with: whole)
    }

    /// Changes a part of a block.
    ///
    /// - Returns: The positions that cannot be read any more, and the position of the damage.
    @discardableResult
    func damage(_ part: Part, ofBlock block: Int) throws -> (positions: ClosedRange<Position>, named: Position) {
        let (position, bytes) = blocks[block]
        let all = position...(position + Position(bytes.eventCount) - 1)
        let offset =
            switch part {
            case .magic: BlockLayout.magicOffset + 1
            case .header: [UInt8].headerByte
            case .checksum: BlockLayout.checksumOffset + 4
            case .table: BlockLayout.headerBytes + BlockLayout.recordChecksumBytes
            case .name: bytes.recordOffset(0) - 1
            case .record: bytes.recordOffset(Self.struck) + RecordLayout.headBytes + 5
            }
        try RawLog(store: folder.store).damage(bytes, at: offset)
        let record = position + Position(Self.struck)
        return part == .record ? (record...record, record) : (all, position)
    }
}

extension EventStoreError {
    /// The position of the damage that the body found, if any.
    static func damage<R>(in body: () async throws -> R) async throws -> Position? {
        do {
            _ = try await body()
            return nil
        } catch let error as EventStoreError where error.code == .damaged {
            return error.position ?? 0
        }
    }
}
