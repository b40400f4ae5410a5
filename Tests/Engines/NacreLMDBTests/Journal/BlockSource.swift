import DomainKit
import Nacre
import TestRandomness

@testable import NacreLMDB

/// Makes the blocks of a log, each of which continues the one before it.
struct BlockSource {
    /// The bytes of a block of one event beside its data: header, table, two names of a byte, record.
    static let overhead = 64 + 12 + 4 + 4 + 2 + 40

    private(set) var end: Block.End
    private var number: UInt64 = 0

    init(after end: Block.End) {
        self.end = end
    }

    /// A block of one event with this data.
    mutating func block(_ data: [UInt8]) -> [UInt8] { block(of: [data]) }

    /// A block of one event, of a size in all, whose data consist of one byte.
    mutating func block(byteCount: Int, filler: UInt8 = 0xA5) -> [UInt8] {
        block([UInt8](repeating: filler, count: byteCount - Self.overhead))
    }

    /// A block of a number of events, each with a number of bytes of data.
    mutating func block(of count: Int, byteCount: Int) -> [UInt8] {
        block(of: [[UInt8]](repeating: [UInt8](repeating: 0xA5, count: byteCount), count: count))
    }

    /// A group of a few blocks of a few events of random sizes.
    mutating func group(using random: inout SeededGenerator, dataBytes: Int = 3_000) -> [[UInt8]] {
        (0...random.below(3)).map { _ in
            block(of: (0...random.below(3)).map { _ in random.bytes(random.below(dataBytes)) })
        }
    }

    private mutating func block(of data: [[UInt8]]) -> [UInt8] {
        number += 1
        let events = data.enumerated().map { index, data in
            RecordedEvent(
                position: end.position + 1 + UInt64(index), stream: "s", version: end.position + 1 + UInt64(index),
                id: EventID(high: 1, low: 2), type: "T", schema: 1, time: Self.time, recordedAt: Self.time, tags: [],
                data: data, metadata: [], isLastOfCommit: true)
        }
        let bytes = DocumentedBlock.bytes(of: events, previous: end.checksum, number: number)
        end = Block.End(
            position: end.position + UInt64(data.count), checksum: bytes.number(at: BlockLayout.checksumOffset))
        return bytes
    }

    private static let time = Instant(nanosecondsSince1970: 1_700_000_000_000_000_000, decimals: 6)
}

extension FrameBuffer {
    /// A frame of blocks.
    init(_ blocks: [[UInt8]]) {
        self.init(pageCount: 1)
        set(blocks)
    }

    /// Replaces the blocks.
    mutating func set(_ blocks: [[UInt8]]) {
        removeAll()
        for block in blocks { block.withUnsafeBytes { append($0) } }
    }
}

extension RecoveredFrame {
    /// The blocks, one by one.
    var parts: [[UInt8]] { blocks.map { [UInt8](bytes[$0]) } }
}
