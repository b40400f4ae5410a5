import DomainKit
import Nacre

@testable import NacreLMDB

/// Lays a block out as `Docs/FileFormat.md` describes it, and shares nothing with the engine but the checksum.
///
/// Its offsets are literals on purpose: it would not notice a changed layout if it used the names of the engine.
enum DocumentedBlock {
    static func bytes(of events: [RecordedEvent], previous: UInt64, number: UInt64) -> [UInt8] {
        let streams = events.map(\.stream.text).uniqued()
        let types = events.map(\.type.text).uniqued()
        let records = events.map { record($0, streams, types) }
        let names = (streams + types).map { [UInt8]($0.utf8) }
        let tableEnd = 64 + 12 * events.count + 4 * names.count
        let nameOffsets = offsets(of: names, from: tableEnd)
        let recordOffsets = offsets(of: records, from: tableEnd + names.joined().count)

        var table: [UInt8] = []
        for record in records { table += little(xxh3(record)) }
        for offset in recordOffsets { table += little(UInt32(offset)) }
        for offset in nameOffsets { table += little(UInt32(offset)) }
        let beforeRecords = table + names.joined()

        var header: [UInt8] = Array("NCRB".utf8) + [1, 0, 0, 0]
        header += little(UInt32(events.count))
        header += little(UInt32(64 + beforeRecords.count + records.joined().count))
        header += little(events[0].position)
        header += little(UInt64(bitPattern: events[0].recordedAt.nanosecondsSince1970))
        header += little(previous)
        header += little(UInt32(streams.count))
        header += little(UInt32(types.count))
        header += little(number)
        header += little(xxh3(beforeRecords, seed: xxh3(header)))
        return header + beforeRecords + records.joined()
    }

    private static func record(_ event: RecordedEvent, _ streams: [String], _ types: [String]) -> [UInt8] {
        var flags = event.time.decimals << 4
        if event.isLastOfCommit { flags |= 1 }
        if !event.metadata.isEmpty { flags |= 2 }
        var bytes = [flags, UInt8(event.tags.count)]
        bytes += little(UInt16(streams.firstIndex { $0.utf8.elementsEqual(event.stream.text.utf8) } ?? .max))
        bytes += little(UInt16(types.firstIndex { $0.utf8.elementsEqual(event.type.text.utf8) } ?? .max))
        bytes += little(UInt16(event.schema))
        bytes += little(event.version)
        bytes += little(UInt64(bitPattern: event.time.nanosecondsSince1970))
        bytes += little(event.id.high).reversed() + little(event.id.low).reversed()
        if !event.metadata.isEmpty { bytes += little(UInt32(event.metadata.count)) }
        for tag in event.tags { bytes += [UInt8(tag.text.utf8.count)] + tag.text.utf8 }
        return bytes + event.metadata + event.data
    }

    private static func offsets(of parts: [[UInt8]], from start: Int) -> [Int] {
        var offset = start
        return parts.map { part in
            defer { offset += part.count }
            return offset
        }
    }

    static func xxh3(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { Checksum.of($0) }
    }

    static func xxh3(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
        bytes.withUnsafeBytes { Checksum.of($0, seed: seed) }
    }

    static func little(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

extension [String] {
    /// Each text once, compared by bytes, in the order of first appearance.
    fileprivate func uniqued() -> [String] {
        var seen = Set<[UInt8]>()
        return filter { seen.insert([UInt8]($0.utf8)).inserted }
    }
}
