@testable import NacreLMDB

/// Reads and changes fields of a block by the names of ``BlockLayout`` and ``RecordLayout``.
///
/// Tests that pin the format itself use ``DocumentedBlock`` and literal offsets instead.
extension [UInt8] {
    /// The little-endian number at an offset.
    func number(at offset: Int, bytes: Int = 8) -> UInt64 {
        (0..<bytes).reduce(0) { $0 | UInt64(self[offset + $1]) << (8 * UInt64($1)) }
    }

    /// Replaces the little-endian number at an offset.
    mutating func set(_ number: UInt64, at offset: Int, bytes: Int = 8) {
        replaceSubrange(offset..<offset + bytes, with: DocumentedBlock.little(number).prefix(bytes))
    }

    /// The number of events of the block.
    var eventCount: Int { Int(number(at: BlockLayout.countOffset, bytes: 4)) }

    /// The number of stream names of the block.
    var streamCount: Int { Int(number(at: BlockLayout.streamCountOffset, bytes: 4)) }

    /// The offset of the table's entry with the offset of a record.
    func recordOffsetPlace(_ index: Int, events: Int) -> Int {
        BlockLayout.headerBytes + BlockLayout.recordChecksumBytes * events + BlockLayout.recordOffsetBytes * index
    }

    /// The offset of the table's entries with the offsets of the names.
    var namePlaces: Int { BlockLayout.headerBytes + BlockLayout.tableBytesPerEvent * eventCount }

    /// The offset of a record of the block.
    func recordOffset(_ index: Int) -> Int {
        Int(number(at: recordOffsetPlace(index, events: eventCount), bytes: BlockLayout.recordOffsetBytes))
    }

    /// An offset in the header that only the block's checksum covers: in `recordedAt`.
    static var headerByte: Int { BlockLayout.recordedAtOffset + 2 }

    /// Makes the checksums of a block right again, as far as its offsets allow.
    ///
    /// - Parameter events: The number of events it is laid out for, if its header does not state it any more.
    mutating func seal(events: Int? = nil) {
        let count = events ?? eventCount
        let offsets = (0..<count).map { Int(number(at: recordOffsetPlace($0, events: count), bytes: 4)) } + [self.count]
        for index in 0..<count where offsets[index] < offsets[index + 1] && offsets[index + 1] <= self.count {
            let checksum = DocumentedBlock.xxh3(Array(self[offsets[index]..<offsets[index + 1]]))
            set(checksum, at: BlockLayout.headerBytes + BlockLayout.recordChecksumBytes * index)
        }
        guard offsets[0] >= BlockLayout.headerBytes, offsets[0] <= self.count else { return }
        let header = DocumentedBlock.xxh3(Array(self[..<BlockLayout.checksumOffset]))
        let checksum = DocumentedBlock.xxh3(Array(self[BlockLayout.headerBytes..<offsets[0]]), seed: header)
        set(checksum, at: BlockLayout.checksumOffset)
    }
}
