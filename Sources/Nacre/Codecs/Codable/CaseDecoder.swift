/// Presents the data of an event in the form that Swift's synthesised decoding of enums expects.
///
/// That is an object with one key, the name of the case, whose value is an object with the associated values under
/// their labels.
struct CaseDecoder: Decoder {
    let document: JSONDocument

    /// The name of the case.
    let name: String

    var codingPath: [any CodingKey] { [] }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(CaseField(document: document, name: name))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotAnEnum() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotAnEnum() }
}

/// The `Codable` conformance of an event's type is not the synthesised one of an enum.
struct NotAnEnum: Error {}

/// The outer object with its only key.
private struct CaseField<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: JSONDocument
    let name: String

    var codingPath: [any CodingKey] { [] }

    // The initialiser that Swift synthesises for an enum takes the case from the only key.
    var allKeys: [Key] { Key(stringValue: name).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { key.stringValue == name }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        PayloadKey.isOnly(in: type)
            ? KeyedDecodingContainer(OnlyValue(document: document))
            : try DocumentDecoder(document, at: 0, depth: 0).container(keyedBy: type)
    }

    func decodeNil(forKey key: Key) throws -> Bool { throw NotAnEnum() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { throw NotAnEnum() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NotAnEnum() }

    func superDecoder() throws -> any Decoder { throw NotAnEnum() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw NotAnEnum() }
}

/// The associated value of a case with one value without a label: the value's fields, or the field `value`.
private struct OnlyValue<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: JSONDocument

    private var whole: DocumentDecoder { DocumentDecoder(document, at: 0, depth: 0, isWholePayload: true) }

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] { Key(stringValue: PayloadKey.first).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool {
        do {
            // The protocol does not allow throwing here; a duplicated field is refused when it is read.
            return try document.member(PayloadKey.value, of: 0) != nil
        } catch {
            return true
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool { try whole.isNull() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try whole.value(type) }

    func decode<Value: Decodable & JSONScalar>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try whole.scalar(type)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try whole.scalar(type) }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try whole.scalar(type) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let node = try document.field(PayloadKey.value, of: 0), document.nodes[node].kind != .null else {
            return nil
        }
        return try DocumentDecoder(document, at: node, depth: 1).value(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try whole.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try whole.unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { whole }

    func superDecoder(forKey key: Key) throws -> any Decoder { whole }
}
