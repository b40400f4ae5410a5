internal import DomainKit

/// A value of a row that is stored by `Codable`, in the form in which it is encoded; `Docs/FileFormat.md` describes the
/// bytes.
enum RowValue: Hashable, Sendable {
    case null
    case bool(Bool)

    /// A whole number from 0.
    case unsigned(UInt64)

    /// A whole number below 0: -1 less than so much.
    case negative(UInt64)

    /// A whole number that has more than 64 bits.
    case wide(low: UInt64, high: UInt64, isNegative: Bool)

    /// A number of 32 bits with a fraction, as its bits, so that every one of them comes back.
    case float(UInt32)

    /// A number of 64 bits with a fraction, as its bits.
    case double(UInt64)
    case text(String)
    case bytes([UInt8])
    case id(EventID)
    case instant(Instant)
    case day(CalendarDay)

    /// A decimal number, as text.
    case decimal(String)
    case list([RowValue])

    /// Values under the names of keys.
    case record(RowRecord)

    /// How deep lists and records may be nested.
    static let greatestDepth = 64
}

/// Values under keys, as a type with several fields has them.
struct RowRecord: Hashable, Sendable {
    /// What a value is found by.
    enum Key: Hashable, Sendable {
        /// The key's name.
        case name(String)

        /// The number that stands for the name: see ``code(of:)``.
        case code(UInt32)
    }

    struct Field: Hashable, Sendable {
        let key: Key
        let value: RowValue
    }

    var fields: [Field] = []

    /// How many bits a code has.
    static let codeBits: UInt32 = 24

    /// The number that stands for the name of a key: the lower bits of its FNV-1a hash of 32 bits, the upper ones folded in.
    static func code(of name: String) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return (hash >> codeBits) ^ (hash & (1 << codeBits - 1))
    }
}
