/// Finds out how an event's type decodes, without an event.
///
/// Swift's synthesised decoding of enums requests a keyed container and then its keys; the coding-key type knows the
/// names of the cases. A struct requests the value of a key, and a raw-value type a single value.
final class CaseProbe {
    /// Whether the enum has a case of a name; `nil` if the type is not an enum.
    private(set) var isCase: (@Sendable (String) -> Bool)?

    /// Probes a type.
    ///
    /// - Parameter type: The type.
    /// - Returns: Whether the enum has a case of a name; `nil` if the type is not an enum.
    static func cases(of type: any Decodable.Type) -> (@Sendable (String) -> Bool)? {
        let probe = CaseProbe()
        // Decoding always fails, because there is no data.
        _ = try? type.init(from: ProbeDecoder(probe: probe))
        return probe.isCase
    }

    fileprivate func findKeys<Key: CodingKey>(_ keys: Key.Type) {
        isCase = { Key(stringValue: $0) != nil }
    }
}

private struct ProbeDecoder: Decoder {
    let probe: CaseProbe

    var codingPath: [any CodingKey] { [] }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ProbeFields(probe: probe))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotAnEnum() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotAnEnum() }
}

private struct ProbeFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: CaseProbe

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        probe.findKeys(Key.self)
        return []
    }

    func contains(_ key: Key) -> Bool { false }

    func decodeNil(forKey key: Key) throws -> Bool { throw NotAnEnum() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { throw NotAnEnum() }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw NotAnEnum() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NotAnEnum() }

    func superDecoder() throws -> any Decoder { throw NotAnEnum() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw NotAnEnum() }
}
