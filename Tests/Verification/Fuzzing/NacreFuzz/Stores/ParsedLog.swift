import DomainKit
import Nacre

/// The contents of a log, read according to `Docs/FileFormat.md` without code of the engine.
struct ParsedLog {
    /// The consistency of the log.
    enum Soundness: Int, Comparable {
        /// A part is unreadable, or does not continue the part before it.
        case broken
        /// It is readable and chained, but no store writes such a sequence of events.
        case odd
        /// A store could have written it.
        case sound

        static func < (left: Soundness, right: Soundness) -> Bool { left.rawValue < right.rawValue }
    }

    /// The readable events, each in a consistent block under its own key.
    private(set) var events: [RecordedEvent] = []
    private(set) var soundness = Soundness.sound
    /// The checksums of the blocks, by the position of their last event.
    private(set) var blocks: [(first: Position, last: Position, checksum: UInt64)] = []
    /// The position of the last event, if the last entry is a block; 0 if there is none.
    private(set) var end: Position? = 0
    private(set) var storeID: StoreID?
    private(set) var headerChecksum: UInt64 = 0

    init(_ entries: [RawEntry]) {
        guard let header = entries.first, header.key == .key(0), parseHeader(header.value) else {
            soundness = .broken
            return
        }
        var (checksum, position, recordedAt) = (
            headerChecksum, Position(0), Int64(bitPattern: header.value.number(at: 24))
        )
        var versions: [[UInt8]: UInt64] = [:]
        var ids: Set<EventID> = []
        var isOpen = false
        var number: UInt64 = 0
        for entry in entries.dropFirst() {
            guard entry.key.count == 8, let block = ParsedBlock(entry.value, at: entry.key.bigEndian(at: 0)) else {
                soundness = .broken
                end = nil
                continue
            }
            end = block.last
            if block.previous != checksum || block.first != position + 1 || !block.hasNames { soundness = .broken }
            if block.recordedAt < recordedAt { limit(to: .odd) }
            number += 1
            if block.number != 0, block.number != number { limit(to: .odd) }
            // Reserved bytes.
            if entry.value.number(at: 6, bytes: 2) != 0 { limit(to: .odd) }
            (checksum, position, recordedAt) = (block.checksum, block.last, block.recordedAt)
            blocks.append((block.first, block.last, block.checksum))
            for index in 0..<block.count {
                guard let record = block.record(index) else {
                    soundness = .broken
                    continue
                }
                isOpen = !record.event.isLastOfCommit
                let version = versions[record.streamBytes, default: 0] + 1
                if record.event.version != version || record.isOdd || !ids.insert(record.event.id).inserted {
                    limit(to: .odd)
                }
                versions[record.streamBytes] = record.event.version
                events.append(record.event)
            }
        }
        if isOpen { limit(to: .odd) }
        // The number of the last block; versions that did not number blocks wrote 0.
        if let last = entries.dropFirst().last?.value, last.count >= 64,
            (1..<UInt64(entries.count - 1)).contains(last.number(at: 48))
        {
            soundness = .broken
        }
    }

    private mutating func limit(to most: Soundness) { soundness = min(soundness, most) }

    private mutating func parseHeader(_ value: [UInt8]) -> Bool {
        guard value.count == 40, value.prefix(4).elementsEqual("NCRS".utf8), value.number(at: 4, bytes: 2) == 1,
            value.number(at: 32) == xxh3(value[..<32])
        else { return false }
        storeID = StoreID(EventID(high: value.bigEndian(at: 8), low: value.bigEndian(at: 16)))
        headerChecksum = value.number(at: 32)
        if value.number(at: 6, bytes: 2) != 0 { limit(to: .odd) }
        return true
    }
}

/// A block according to the documentation.
struct ParsedBlock {
    /// More than any log can have.
    private static let maxPosition: UInt64 = 1 << 50

    let bytes: [UInt8]
    let count: Int
    let first: Position
    let recordedAt: Int64
    let previous: UInt64
    let checksum: UInt64
    /// The number of the block in the log; versions that did not number blocks wrote 0.
    let number: UInt64
    private let streams: [[UInt8]]
    private let types: [[UInt8]]
    /// Whether each name begins at the end of the one before it.
    ///
    /// If not, a record that is read alone is checked by its own names.
    let hasNames: Bool
    private let hasOddNames: Bool

    var last: Position { first + UInt64(count) - 1 }

    /// Reads a block; `nil` if it is invalid or does not belong under the key.
    init?(_ bytes: [UInt8], at key: Position) {
        guard bytes.count >= 64, bytes.prefix(4).elementsEqual("NCRB".utf8), bytes[4] == 1, bytes[5] == 0,
            bytes.number(at: 12, bytes: 4) == UInt64(bytes.count), bytes.number(at: 16) == key
        else { return nil }
        let count = Int(bytes.number(at: 8, bytes: 4))
        let names = (Int(bytes.number(at: 40, bytes: 4)), Int(bytes.number(at: 44, bytes: 4)))
        let end = 64 + 12 * count + 4 * (names.0 + names.1)
        guard count > 0, names.0 > 0, names.1 > 0, names.0 <= count, names.1 <= count, end <= bytes.count, key > 0,
            key <= Self.maxPosition - UInt64(count), bytes.number(at: 48) <= key
        else { return nil }
        let records = Int(bytes.number(at: 64 + 8 * count, bytes: 4))
        guard records >= end, records <= bytes.count,
            bytes.number(at: 56) == xxh3(bytes[64..<records], seed: xxh3(bytes[..<56]))
        else { return nil }
        let offsets =
            (0..<names.0 + names.1).map { Int(bytes.number(at: 64 + 12 * count + 4 * $0, bytes: 4)) } + [records]
        guard offsets[0] == end else { return nil }
        let all = zip(offsets, offsets.dropFirst()).map { start, next in
            (1...255).contains(next - start) && start >= end && next <= bytes.count ? Array(bytes[start..<next]) : []
        }
        hasNames = !all.contains([])
        self.bytes = bytes
        self.count = count
        first = key
        recordedAt = Int64(bitPattern: bytes.number(at: 24))
        previous = bytes.number(at: 32)
        checksum = bytes.number(at: 56)
        number = bytes.number(at: 48)
        streams = Array(all[..<names.0])
        types = Array(all[names.0...])
        hasOddNames =
            Set(streams).count != names.0 || Set(types).count != names.1 || all.contains { !Self.isName($0) }
    }

    struct ParsedRecord {
        let event: RecordedEvent
        let streamBytes: [UInt8]
        /// Whether no store writes such a record.
        let isOdd: Bool
    }

    /// Reads a record; `nil` if its checksum or its layout is invalid.
    func record(_ index: Int) -> ParsedRecord? {
        func offset(_ index: Int) -> Int { Int(bytes.number(at: 64 + 8 * count + 4 * index, bytes: 4)) }
        let (start, end) = (offset(index), index + 1 < count ? offset(index + 1) : bytes.count)
        guard start >= 64, start + 40 <= end, end <= bytes.count else { return nil }
        let record = Array(bytes[start..<end])
        guard bytes.number(at: 64 + 8 * index) == xxh3(record) else { return nil }
        let position = first + UInt64(index)
        var (place, metadataCount) = (40, 0)
        if record[0] & 2 != 0 {
            guard record.count >= 44 else { return nil }
            metadataCount = Int(record.number(at: 40, bytes: 4))
            place = 44
        }
        var tags: [[UInt8]] = []
        for _ in 0..<record[1] {
            guard place < record.count else { return nil }
            let end = place + 1 + Int(record[place])
            guard end <= record.count else { return nil }
            tags.append(Array(record[(place + 1)..<end]))
            place = end
        }
        let (stream, type) = (Int(record.number(at: 2, bytes: 2)), Int(record.number(at: 4, bytes: 2)))
        let version = record.number(at: 8)
        guard place + metadataCount <= record.count, stream < streams.count, type < types.count,
            !streams[stream].isEmpty, !types[type].isEmpty, version > 0, version <= position
        else { return nil }
        let schema = Int(record.number(at: 6, bytes: 2))
        let event = RecordedEvent(
            position: position, stream: StreamName(String(decoding: streams[stream], as: UTF8.self)), version: version,
            id: EventID(high: record.bigEndian(at: 24), low: record.bigEndian(at: 32)),
            type: EventType(String(decoding: types[type], as: UTF8.self)), schema: schema,
            time: Instant(nanosecondsSince1970: Int64(bitPattern: record.number(at: 16)), decimals: record[0] >> 4),
            recordedAt: Instant(nanosecondsSince1970: recordedAt, decimals: 6),
            tags: tags.map { Tag(String(decoding: $0, as: UTF8.self)) },
            data: Array(record[(place + metadataCount)...]), metadata: Array(record[place..<(place + metadataCount)]),
            isLastOfCommit: record[0] & 1 != 0)
        let isOdd =
            hasOddNames || schema == 0 || record[0] & 0b1100 != 0 || record[0] >> 4 > 9 || tags.count > 64
            || Set(tags).count != tags.count || tags.contains { !Self.isName($0) }
        return ParsedRecord(event: event, streamBytes: streams[stream], isOdd: isOdd)
    }

    private static func isName(_ bytes: [UInt8]) -> Bool {
        (1...255).contains(bytes.count) && String(validating: bytes, as: UTF8.self) != nil
            && !bytes.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
