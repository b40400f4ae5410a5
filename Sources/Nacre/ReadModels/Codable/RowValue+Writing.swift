/// The first byte of an encoded value: its kind, or a whole small value.
enum RowMark {
    static let null: UInt8 = 0
    static let no: UInt8 = 1
    static let yes: UInt8 = 2
    static let unsigned: UInt8 = 3
    static let negative: UInt8 = 4
    static let wide: UInt8 = 5
    static let wideNegative: UInt8 = 6
    static let float: UInt8 = 7
    static let double: UInt8 = 8
    static let text: UInt8 = 9
    static let bytes: UInt8 = 10
    static let id: UInt8 = 11
    static let instant: UInt8 = 12
    static let day: UInt8 = 13
    static let decimal: UInt8 = 14
    static let list: UInt8 = 15
    static let named: UInt8 = 16
    static let coded: UInt8 = 17

    /// From this mark on, a text whose length is the difference to the mark.
    static let shortText: UInt8 = 0x80

    /// From this mark on, a number that is the difference to the mark.
    static let smallNumber: UInt8 = 0xC0

    /// The number of small values of each kind.
    static let smallValues = 64
}

extension RowValue {
    /// The bytes of the value.
    var encoded: [UInt8] {
        var row = RowWriter()
        write(to: &row)
        return row.bytes
    }

    private func write(to row: inout RowWriter) {
        switch self {
        case .null: row.byte(RowMark.null)
        case .bool(let value): row.byte(value ? RowMark.yes : RowMark.no)
        case .unsigned(let value) where value < UInt64(RowMark.smallValues):
            row.byte(RowMark.smallNumber + UInt8(value))
        case .unsigned(let value):
            row.byte(RowMark.unsigned)
            row.number(value)
        case .negative(let value):
            row.byte(RowMark.negative)
            row.number(value)
        case .wide(let low, let high, let isNegative):
            row.byte(isNegative ? RowMark.wideNegative : RowMark.wide)
            row.littleEndian(low)
            row.littleEndian(high)
        case .float(let bits):
            row.byte(RowMark.float)
            row.littleEndian(bits)
        case .double(let bits):
            row.byte(RowMark.double)
            row.littleEndian(bits)
        case .text(let text): Self.write(text, to: &row)
        case .bytes(let bytes):
            row.byte(RowMark.bytes)
            row.number(UInt64(bytes.count))
            row.append(bytes)
        case .id(let id):
            row.byte(RowMark.id)
            row.id(id)
        case .instant(let instant):
            row.byte(RowMark.instant)
            row.instant(instant)
        case .day(let day):
            row.byte(RowMark.day)
            row.number(UInt64(day.ordinal))
        case .decimal(let text):
            row.byte(RowMark.decimal)
            row.text(text)
        case .list(let values):
            row.byte(RowMark.list)
            row.number(UInt64(values.count))
            for value in values { value.write(to: &row) }
        case .record(let record): record.write(to: &row) { $0.write(to: &$1) }
        }
    }

    private static func write(_ text: String, to row: inout RowWriter) {
        let count = text.utf8.count
        guard count < RowMark.smallValues else {
            row.byte(RowMark.text)
            return row.text(text)
        }
        row.byte(RowMark.shortText + UInt8(count))
        row.append(text.utf8)
    }
}

extension RowRecord {
    /// Writes the fields, all under names or all under codes.
    fileprivate func write(to row: inout RowWriter, _ writeValue: (RowValue, inout RowWriter) -> Void) {
        let isCoded = if case .code? = fields.first?.key { true } else { false }
        row.byte(isCoded ? RowMark.coded : RowMark.named)
        row.number(UInt64(fields.count))
        for field in fields {
            switch field.key {
            case .name(let name): row.text(name)
            case .code(let code):
                for shift in stride(from: 0, to: Self.codeBits, by: 8) {
                    row.byte(UInt8(truncatingIfNeeded: code >> shift))
                }
            }
            writeValue(field.value, &row)
        }
    }
}
