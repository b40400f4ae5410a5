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
        var offset = RecordLayout.headBytes
        var metadataBytes = 0
        if bytes[RecordLayout.flagsOffset] & RecordFlags.hasMetadata != 0 {
            guard offset + RecordLayout.metadataLengthBytes <= bytes.count else { return nil }
            metadataBytes = Int(bytes.integer(at: offset, as: UInt32.self))
            offset += RecordLayout.metadataLengthBytes
        }
        tagsOffset = offset
        for _ in 0..<bytes[RecordLayout.tagCountOffset] {
            guard offset < bytes.count else { return nil }
            offset += RecordLayout.tagLengthBytes + Int(bytes[offset])
        }
        metadataOffset = offset
        dataOffset = offset + metadataBytes
        // A version cannot exceed the event's position.
        guard dataOffset <= bytes.count, version > 0, version <= position,
            block.hasNames(stream: streamIndex, type: typeIndex)
        else { return nil }
    }

    var isLastOfCommit: Bool { bytes[RecordLayout.flagsOffset] & RecordFlags.lastOfCommit != 0 }
    var streamIndex: Int { Int(bytes.integer(at: RecordLayout.streamOffset, as: UInt16.self)) }
    var typeIndex: Int { Int(bytes.integer(at: RecordLayout.typeOffset, as: UInt16.self)) }
    var schema: Int { Int(bytes.integer(at: RecordLayout.schemaOffset, as: UInt16.self)) }
    var version: StreamVersion { bytes.integer(at: RecordLayout.versionOffset) }
    var id: EventID { EventID(at: RecordLayout.idOffset, in: bytes) }
    var data: UnsafeRawBufferPointer { bytes.part(from: dataOffset, to: bytes.count) }
    var metadata: UnsafeRawBufferPointer { bytes.part(from: metadataOffset, to: dataOffset) }
    var streamName: UnsafeRawBufferPointer { block.streamName(streamIndex) }
    var typeName: UnsafeRawBufferPointer { block.typeName(typeIndex) }

    var nanoseconds: Int64 { bytes.integer(at: RecordLayout.timeOffset) }
    var decimals: UInt8 { bytes[RecordLayout.flagsOffset] >> RecordFlags.decimalsShift }
    var time: Instant { Instant(nanosecondsSince1970: nanoseconds, decimals: decimals) }

    /// The encoded tags, each preceded by a byte with its length.
    var packedTags: UnsafeRawBufferPointer { bytes.part(from: tagsOffset, to: metadataOffset) }

    var tags: [Tag] {
        guard bytes[RecordLayout.tagCountOffset] > 0 else { return [] }
        var tags: [Tag] = []
        forEachTag { tags.append(Tag(String(decoding: $0, as: UTF8.self))) }
        return tags
    }

    /// Calls `body` with the bytes of each tag.
    @inline(__always)
    func forEachTag(_ body: (UnsafeRawBufferPointer) -> Void) {
        var offset = tagsOffset
        for _ in 0..<bytes[RecordLayout.tagCountOffset] {
            let start = offset + RecordLayout.tagLengthBytes
            let end = start + Int(bytes[offset])
            body(bytes.part(from: start, to: end))
            offset = end
        }
    }
}
