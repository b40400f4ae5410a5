/// A value that is encoded as null if it is missing: without its key, the report would look like an older one.
@propertyWrapper
struct NullWhereMissing<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value that older reports lack.
    func decode<Value>(_ type: NullWhereMissing<Value>.Type, forKey key: Key) throws -> NullWhereMissing<Value> {
        try decodeIfPresent(type, forKey: key) ?? NullWhereMissing(wrappedValue: nil)
    }
}
