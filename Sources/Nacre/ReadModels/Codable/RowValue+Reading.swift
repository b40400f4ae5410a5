internal import DomainKit

extension RowValue {
    /// Decodes a value that must consume all bytes.
    ///
    /// - Parameter bytes: The bytes of ``encoded``.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the bytes are not those of a
    ///   value.
    /// - Complexity: O(*n*) in the number of bytes; at most ``maxDepth`` levels of recursion.
    init(encoded bytes: [UInt8]) throws(EventStoreError) {
        let span = bytes.span
        var row = RowReader(span)
        self = try Self.read(from: &row, depth: 0)
        try row.end()
    }

    private static func read(from row: inout RowReader, depth: Int) throws(EventStoreError) -> RowValue {
        let mark = try row.byte()
        switch mark {
        case RowMark.null: return .null
        case RowMark.no: return .bool(false)
        case RowMark.yes: return .bool(true)
        case RowMark.smallNumber...: return .unsigned(UInt64(mark - RowMark.smallNumber))
        case RowMark.shortText...: return .text(try row.text(bytes: Int(mark - RowMark.shortText)))
        case RowMark.unsigned: return .unsigned(try row.number())
        case RowMark.negative: return .negative(try row.number())
        case RowMark.wide, RowMark.wideNegative:
            return .wide(
                low: try row.littleEndian(), high: try row.littleEndian(), isNegative: mark == RowMark.wideNegative)
        case RowMark.float: return .float(try row.littleEndian())
        case RowMark.double: return .double(try row.littleEndian())
        case RowMark.text: return .text(try row.text())
        case RowMark.bytes: return .bytes(try row.bytes(count: try row.count()))
        case RowMark.id: return .id(try row.id())
        case RowMark.instant: return .instant(try row.instant())
        case RowMark.day:
            guard let day = CalendarDay(ordinal: try row.number()) else { throw row.damaged("has an invalid day") }
            return .day(day)
        case RowMark.decimal: return .decimal(try row.text())
        case RowMark.list, RowMark.named, RowMark.coded:
            guard depth < maxDepth else { throw row.damaged("is nested deeper than \(maxDepth) levels") }
            return try mark == RowMark.list
                ? .list(readList(from: &row, depth: depth + 1))
                : .record(readRecord(isCoded: mark == RowMark.coded, from: &row, depth: depth + 1))
        default: throw row.damaged("has a value that begins with \(mark)")
        }
    }

    private static func readList(from row: inout RowReader, depth: Int) throws(EventStoreError) -> [RowValue] {
        var values: [RowValue] = []
        // Each value has at least one byte, so the count is bounded by the bytes left.
        let count = try row.count()
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try read(from: &row, depth: depth)) }
        return values
    }

    private static func readRecord(
        isCoded: Bool, from row: inout RowReader, depth: Int
    ) throws(EventStoreError) -> RowRecord {
        var record = RowRecord()
        let count = try row.count()
        record.fields.reserveCapacity(count)
        for _ in 0..<count {
            let key: RowRecord.Key
            if isCoded {
                var code: UInt32 = 0
                for shift in stride(from: 0, to: RowRecord.codeBits, by: 8) { code |= UInt32(try row.byte()) << shift }
                key = .code(code)
            } else {
                key = .name(try row.text())
            }
            record.fields.append(RowRecord.Field(key: key, value: try read(from: &row, depth: depth)))
        }
        return record
    }
}
