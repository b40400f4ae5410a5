/// Decodes `Decodable` values from rows that ``RowEncoder`` wrote.
///
/// Fields are found by the names of their keys, in any order. If a row does not fit the type, for example because the
/// type has changed, nothing is guessed: a value that is missing, of another type or too large throws
/// `DecodingError`.
struct RowDecoder {
    // PROJ-21: A row that its type cannot decode is a schema error, not damage.

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - bytes: The bytes of the row.
    /// - Returns: The value.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the bytes are damaged;
    ///   `DecodingError` and other errors of decoding if they are those of another type.
    /// - Complexity: O(*n*) in the number of bytes.
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let decoding = RowDecoding()
        let value = try RowValue(encoded: bytes).decoded(as: type, at: [], in: decoding)
        if let error = decoding.error { throw error }
        return value
    }
}

/// The state of decoding one value.
final class RowDecoding {
    /// An error found by a member that cannot throw.
    var error: DecodingError?
}

extension RowValue {
    /// Decodes a value of a type.
    func decoded<Value: Decodable>(
        as type: Value.Type, at path: [any CodingKey], in decoding: RowDecoding
    ) throws -> Value {
        guard let scalar = type as? any RowScalar.Type else {
            // Wrapping a value lengthens the path without nesting deeper, hence twice the depth.
            guard path.count <= 2 * Self.maxDepth else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: path, debugDescription: "\(type) decodes itself from the same value endlessly"))
            }
            return try Value(from: RowValueDecoder(value: self, codingPath: path, decoding: decoding))
        }
        if let value = scalar.init(rowValue: self) as? Value { return value }
        throw mismatch(type, at: path)
    }

    /// The error for a value of another type than requested.
    func mismatch(_ type: Any.Type, at path: [any CodingKey]) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: path, debugDescription: "the row has \(kind) where \(type) is expected")
        return self == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The kind of the value, for messages.
    private var kind: String {
        switch self {
        case .null: "nothing"
        case .bool: "a boolean"
        case .unsigned(let number): "the number \(number)"
        case .negative(let number): "the number \(~Int128(number))"
        case .wide: "a number of more than 64 bits"
        case .float, .double: "a floating-point number"
        case .text: "a text"
        case .bytes: "bytes"
        case .id: "an id"
        case .instant: "a time"
        case .day: "a day"
        case .decimal: "a decimal number"
        case .list: "a list"
        case .record: "fields"
        }
    }
}

/// The decoder passed to `Decodable` types.
struct RowValueDecoder: Decoder {
    let value: RowValue
    let codingPath: [any CodingKey]
    let decoding: RowDecoding
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .record(let record) = value else { throw value.mismatch([String: Any].self, at: codingPath) }
        return KeyedDecodingContainer(RowKeyedDecodingContainer(of: record, at: codingPath, in: decoding))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let values) = value else { throw value.mismatch([Any].self, at: codingPath) }
        return RowUnkeyedDecodingContainer(values: values, codingPath: codingPath, decoding: decoding)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        RowSingleValueDecodingContainer(value: value, codingPath: codingPath, decoding: decoding)
    }
}
