import DomainKit
import Nacre

/// Any bytes are read as a block or reported as damage; everything read is within the block.
enum BlockProperties {
    static func check(_ bytes: [UInt8], isSealed: Bool) {
        var bytes = bytes
        if isSealed { seal(&bytes) }
        bytes.withUnsafeBytes { bytes in
            do throws(EventStoreError) {
                let position: Position =
                    bytes.count >= BlockLayout.headerBytes ? bytes.integer(at: BlockLayout.firstPositionOffset) : 1
                let block = try Block(bytes, at: position)
                expect(block.holds(position) && block.index(of: position) == 0, "a block does not hold its beginning")
                for index in 0..<block.header.count { check(block, index) }
            } catch {
                expect(error.code == .damaged && error.position != nil, "\(error)")
            }
        }
    }

    private static func check(_ block: Block, _ index: Int) {
        do throws(EventStoreError) {
            let record = try block.record(at: index)
            let event = record.recordedEvent()
            expect(event.position == block.header.firstPosition + UInt64(index), "an event is not where it stands")
            expect(event.version >= 1 && event.version <= event.position, "version \(event.version)")
            expect(
                event.data.count + event.metadata.count + event.tags.reduce(0) { $0 + $1.text.utf8.count }
                    <= 3 * block.bytes.count, "an event has more bytes than its block")
            _ = event.time.description + event.recordedAt.description
            checkMatching(of: record, event)
        } catch {
            expect(error.code == .damaged && error.position != nil, "\(error)")
        }
    }

    /// An event in the block matches the same queries as its copy.
    private static func checkMatching(of record: Record, _ event: RecordedEvent) {
        let names = [event.stream.text, event.type.text] + event.tags.map(\.text)
        // Invalid UTF-8 differs in the copy.
        guard !names.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else { return }
        let context = event.context
        let category = String(event.stream.text.prefix { $0 != "-" })
        for query in [
            .all, .types(event.type), .types("T"), .categories(category), .categories(event.stream.text),
            Query([Query.Item(tags: event.tags)]), .actors("ada"),
            Query([
                Query.Item(
                    correlations: [context.correlationID ?? "none"], causations: [context.causationID ?? "none"],
                    actors: [context.actor ?? "none"])
            ]),
            Query([
                Query.Item(types: ["T"]), Query.Item(categories: ["a", category], tags: Array(event.tags.prefix(1))),
            ]),
        ] {
            expect(record.matches(query) == query.matches(event), "\(query) matches \(event) where it lies, or copied")
        }
    }

    /// Turns any bytes into a block with valid sizes and checksums.
    static func seal(_ bytes: inout [UInt8]) {
        guard bytes.count >= BlockLayout.headerBytes + BlockLayout.tableBytesPerEvent, bytes.count < 1 << 20 else {
            return
        }
        bytes.withUnsafeMutableBytes { bytes in
            bytes.store(BlockHeader.magic, at: BlockLayout.magicOffset)
            bytes.store(UInt8(LogFormat.version), at: BlockLayout.formatOffset)
            bytes.store(UInt8(0), at: BlockLayout.codecOffset)
            // Small numbers, so that most inputs pass the checks of the header.
            let count = 1 + Int(bytes[BlockLayout.countOffset] & 7)
            bytes.store(UInt32(count), at: BlockLayout.countOffset)
            bytes.store(UInt32(bytes.count), at: BlockLayout.byteCountOffset)
            for offset in [BlockLayout.streamCountOffset, BlockLayout.typeCountOffset] {
                bytes.store(UInt32(1 + Int(bytes[offset]) % count), at: offset)
            }
            let all = UnsafeRawBufferPointer(bytes)
            let recordOffsets = BlockLayout.headerBytes + BlockLayout.recordChecksumBytes * count
            guard all.count >= BlockLayout.headerBytes + BlockLayout.tableBytesPerEvent * count else { return }
            let offsets =
                (0..<count).map {
                    Int(all.integer(at: recordOffsets + BlockLayout.recordOffsetBytes * $0, as: UInt32.self))
                } + [all.count]
            for index in 0..<count where offsets[index] <= offsets[index + 1] && offsets[index + 1] <= all.count {
                bytes.store(
                    Checksum.of(all.part(from: offsets[index], to: offsets[index + 1])),
                    at: BlockLayout.headerBytes + BlockLayout.recordChecksumBytes * index)
            }
            guard offsets[0] >= BlockLayout.headerBytes, offsets[0] <= all.count else { return }
            bytes.store(
                BlockHeader.checksum(of: all, firstRecordOffset: offsets[0]), at: BlockLayout.checksumOffset)
        }
    }
}
