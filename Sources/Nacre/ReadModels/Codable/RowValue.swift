internal import DomainKit

/// A value of a row stored by `Codable`; `Docs/FileFormat.md` describes the bytes.
enum RowValue: Hashable, Sendable {
    case null
    case bool(Bool)

    /// A non-negative integer.
    case unsigned(UInt64)

    /// A negative integer, as its bitwise complement: -1 minus this number.
    case negative(UInt64)

    /// An integer of more than 64 bits.
    case wide(low: UInt64, high: UInt64, isNegative: Bool)

    /// A 32-bit floating-point number, as its bits, so that every value is preserved.
    case float(UInt32)

    /// A 64-bit floating-point number, as its bits.
    case double(UInt64)
    case text(String)
    case bytes([UInt8])
    case id(EventID)
    case instant(Instant)
    case day(CalendarDay)

    /// A decimal number, as text.
    case decimal(String)
    case list([RowValue])

    /// Values under coding keys.
    case record(RowRecord)

    /// The maximum nesting depth of lists and records.
    static let maxDepth = 64
}

/// Values under keys, such as the fields of a type.
struct RowRecord: Hashable, Sendable {
    /// The key of a field.
    enum Key: Hashable, Sendable {
        /// The name of the coding key.
        case name(String)

        /// The code of the name: see ``code(of:)``.
        case code(UInt32)
    }

    struct Field: Hashable, Sendable {
        let key: Key
        let value: RowValue
    }

    var fields: [Field] = []

    /// The number of bits in a code.
    static let codeBits: UInt32 = 24

    /// The code of a key's name: its 32-bit FNV-1a hash, folded to 24 bits.
    static func code(of name: String) -> UInt32 {
        // PROJ-20: A `Codable` row stores codes of its field names.
        var hash: UInt32 = 0x811C_9DC5
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return (hash >> codeBits) ^ (hash & (1 << codeBits - 1))
    }
}
