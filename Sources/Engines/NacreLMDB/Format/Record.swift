import DomainKit
import Nacre

/// A verified record of a block, over mapped bytes.
///
/// Valid only inside the transaction that the bytes come from.
struct Record {
    let block: Block
    let bytes: UnsafeRawBufferPointer
    let position: Position
    private let tagsOffset: Int
    let metadataOffset: Int
    let dataOffset: Int

    /// Locates the fields of a record; `nil` if its lengths do not fit.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer, position: Position, in block: Block) {
        self.block = block
        self.bytes = bytes
        self.position = position
        var offset = LogFormat.recordHeadBytes
        var metadataBytes = 0
        if bytes[0] & RecordFlags.hasMetadata != 0 {
            guard offset + 4 <= bytes.count else { return nil }
            metadataBytes = Int(bytes.integer(at: offset, as: UInt32.self))
            offset += 4
        }
        tagsOffset = offset
        for _ in 0..<bytes[1] {
            guard offset < bytes.count else { return nil }
            offset += 1 + Int(bytes[offset])
        }
        metadataOffset = offset
        dataOffset = offset + metadataBytes
        // A version cannot exceed the event's position.
        guard dataOffset <= bytes.count, version > 0, version <= position,
            block.hasNames(stream: streamIndex, type: typeIndex)
        else { return nil }
    }

    var isLastOfCommit: Bool { bytes[0] & RecordFlags.lastOfCommit != 0 }
    var streamIndex: Int { Int(bytes.integer(at: 2, as: UInt16.self)) }
    var typeIndex: Int { Int(bytes.integer(at: 4, as: UInt16.self)) }
    var schema: Int { Int(bytes.integer(at: 6, as: UInt16.self)) }
    var version: StreamVersion { bytes.integer(at: 8) }
    var id: EventID { EventID(at: 24, in: bytes) }
    var data: UnsafeRawBufferPointer { bytes.part(from: dataOffset, to: bytes.count) }
    var metadata: UnsafeRawBufferPointer { bytes.part(from: metadataOffset, to: dataOffset) }
    var streamName: UnsafeRawBufferPointer { block.streamName(streamIndex) }
    var typeName: UnsafeRawBufferPointer { block.typeName(typeIndex) }

    var nanoseconds: Int64 { bytes.integer(at: 16) }
    var decimals: UInt8 { bytes[0] >> RecordFlags.decimalsShift }
    var time: Instant { Instant(nanosecondsSince1970: nanoseconds, decimals: decimals) }

    /// The encoded tags, each preceded by a byte with its length.
    var packedTags: UnsafeRawBufferPointer { bytes.part(from: tagsOffset, to: metadataOffset) }

    var tags: [Tag] {
        guard bytes[1] > 0 else { return [] }
        var tags: [Tag] = []
        forEachTag { tags.append(Tag(String(decoding: $0, as: UTF8.self))) }
        return tags
    }

    /// Calls `body` with the bytes of each tag.
    @inline(__always)
    func forEachTag(_ body: (UnsafeRawBufferPointer) -> Void) {
        var offset = tagsOffset
        for _ in 0..<bytes[1] {
            let end = offset + 1 + Int(bytes[offset])
            body(bytes.part(from: offset + 1, to: end))
            offset = end
        }
    }
}

/// The flags in the first byte of a record.
enum RecordFlags {
    static let lastOfCommit: UInt8 = 0b01
    static let hasMetadata: UInt8 = 0b10
    static let decimalsShift: UInt8 = 4
}
