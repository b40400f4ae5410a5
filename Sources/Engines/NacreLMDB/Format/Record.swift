import DomainKit
import Nacre

/// A verified record of a block, over mapped bytes.
///
/// Valid only inside the transaction that the bytes come from.
///
/// `@safe` is right because its fields were verified to lie in its bytes, and no record is kept beyond the transaction.
@safe
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
        unsafe self.bytes = bytes
        self.position = position
        var offset = RecordLayout.headBytes
        var metadataBytes = 0
        if unsafe bytes[RecordLayout.flagsOffset] & RecordFlags.hasMetadata != 0 {
            guard offset + RecordLayout.metadataLengthBytes <= bytes.count else { return nil }
            metadataBytes = unsafe Int(bytes.integer(at: offset, as: UInt32.self))
            offset += RecordLayout.metadataLengthBytes
        }
        tagsOffset = offset
        for _ in unsafe 0..<bytes[RecordLayout.tagCountOffset] {
            guard offset < bytes.count else { return nil }
            unsafe offset += RecordLayout.tagLengthBytes + Int(bytes[offset])
        }
        metadataOffset = offset
        dataOffset = offset + metadataBytes
        // A version cannot exceed the event's position.
        guard dataOffset <= bytes.count, version > 0, version <= position,
            block.hasNames(stream: streamIndex, type: typeIndex)
        else { return nil }
    }

    var isLastOfCommit: Bool { unsafe bytes[RecordLayout.flagsOffset] & RecordFlags.lastOfCommit != 0 }
    var streamIndex: Int { unsafe Int(bytes.integer(at: RecordLayout.streamOffset, as: UInt16.self)) }
    var typeIndex: Int { unsafe Int(bytes.integer(at: RecordLayout.typeOffset, as: UInt16.self)) }
    var schema: Int { unsafe Int(bytes.integer(at: RecordLayout.schemaOffset, as: UInt16.self)) }
    var version: StreamVersion { unsafe bytes.integer(at: RecordLayout.versionOffset) }
    var id: EventID { unsafe EventID(at: RecordLayout.idOffset, in: bytes) }
    var data: UnsafeRawBufferPointer { unsafe bytes.part(from: dataOffset, to: bytes.count) }
    var metadata: UnsafeRawBufferPointer { unsafe bytes.part(from: metadataOffset, to: dataOffset) }
    var hasMetadata: Bool { dataOffset > metadataOffset }
    var streamName: UnsafeRawBufferPointer { unsafe block.streamName(streamIndex) }
    var typeName: UnsafeRawBufferPointer { unsafe block.typeName(typeIndex) }

    var nanoseconds: Int64 { unsafe bytes.integer(at: RecordLayout.timeOffset) }
    var decimals: UInt8 { unsafe bytes[RecordLayout.flagsOffset] >> RecordFlags.decimalsShift }
    var time: Instant { Instant(nanosecondsSince1970: nanoseconds, decimals: decimals) }

    /// The encoded tags, each preceded by a byte with its length.
    var packedTags: UnsafeRawBufferPointer { unsafe bytes.part(from: tagsOffset, to: metadataOffset) }

    var tags: [Tag] {
        guard unsafe bytes[RecordLayout.tagCountOffset] > 0 else { return [] }
        var tags: [Tag] = []
        unsafe forEachTag { unsafe tags.append(Tag(String(decoding: $0, as: UTF8.self))) }
        return tags
    }

    /// Calls `body` with the bytes of each tag.
    @inline(__always)
    func forEachTag(_ body: (UnsafeRawBufferPointer) -> Void) {
        var offset = tagsOffset
        for _ in unsafe 0..<bytes[RecordLayout.tagCountOffset] {
            let start = offset + RecordLayout.tagLengthBytes
            let end = unsafe start + Int(bytes[offset])
            unsafe body(bytes.part(from: start, to: end))
            offset = end
        }
    }
}
