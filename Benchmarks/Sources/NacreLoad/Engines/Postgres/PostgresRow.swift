import DomainKit
import Nacre

/// The fields of one row of events, in place: valid as long as their source.
struct PostgresRow {
    /// The number of columns in ``PostgresSchema/eventColumns``.
    static let columns = 12

    private var fields: InlineArray<12, UnsafeRawBufferPointer>

    /// Decodes a row of a binary copy: the number of fields, and each field after its length.
    ///
    /// - Throws: ``HarnessError`` if the bytes are not such a row.
    init(copied piece: UnsafeRawBufferPointer) throws {
        fields = InlineArray(repeating: UnsafeRawBufferPointer(start: nil, count: 0))
        var offset = 2
        for column in 0..<Self.columns {
            guard offset + 4 <= piece.count else { throw Self.malformed(piece) }
            let count = Int(Int32(bigEndian: piece.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
            offset += 4
            guard count >= 0, offset + count <= piece.count else { throw Self.malformed(piece) }
            fields[column] = UnsafeRawBufferPointer(rebasing: piece[offset..<offset + count])
            offset += count
        }
        guard offset == piece.count else { throw Self.malformed(piece) }
    }

    /// Takes a row of a result with these columns.
    init(_ rows: borrowing PostgresResult, row: Int) {
        fields = InlineArray(repeating: UnsafeRawBufferPointer(start: nil, count: 0))
        for column in 0..<Self.columns { fields[column] = rows.bytes(row: row, column: column) }
    }

    func integer(_ column: Int) -> Int64 { fields[column].bigEndianInteger }

    func bytes(_ column: Int) -> UnsafeRawBufferPointer { fields[column] }

    var data: UnsafeRawBufferPointer { fields[11] }

    /// The event as a self-contained value.
    func event(stream: StreamName, type: EventType) throws -> RecordedEvent {
        guard fields[4].count == 16 else { throw HarnessError("an id has \(fields[4].count) bytes instead of 16") }
        return RecordedEvent(
            position: Position(bitPattern: integer(0)), stream: stream, version: StreamVersion(bitPattern: integer(2)),
            id: EventID(high: fields[4].bigEndianWord(at: 0), low: fields[4].bigEndianWord(at: 8)), type: type,
            schema: Int(integer(7)), time: Instant(nanosecondsSince1970: integer(5), decimals: 9),
            recordedAt: Instant(nanosecondsSince1970: integer(6), decimals: 9),
            tags: TagLines.decode([UInt8](fields[9])), data: [UInt8](fields[11]), metadata: [UInt8](fields[10]),
            isLastOfCommit: integer(8) != 0)
    }

    private static func malformed(_ piece: UnsafeRawBufferPointer) -> HarnessError {
        HarnessError("a row of \(piece.count) bytes is no row of events")
    }
}
