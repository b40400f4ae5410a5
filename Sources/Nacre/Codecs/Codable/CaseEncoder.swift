/// Captures an encoded event: the name of its case, and the object of its associated values.
///
/// Swift's synthesised encoding of enums writes an object with one key, the name of the case, whose value is an
/// object with the associated values under their labels.
final class CaseEncoding {
    /// The name of the case.
    private(set) var name: String?

    private(set) var payload = JSONFragment()

    /// Whether the type encoded anything other than the form of an enum.
    private(set) var isOther = false

    /// Starts the object of a case's associated values.
    func begin(_ name: String, isWholePayload: Bool) -> JSONFragment {
        if self.name != nil { isOther = true }
        self.name = name
        if isWholePayload { payload = JSONFragment(isWholePayload: true) }
        return payload
    }

    /// A fragment that is discarded.
    func other() -> FragmentEncoder {
        isOther = true
        return FragmentEncoder(fragment: JSONFragment())
    }
}

/// Encodes an event into a ``CaseEncoding``.
struct CaseEncoder: Encoder {
    let encoding: CaseEncoding

    var codingPath: [any CodingKey] { [] }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CaseFields(encoding: encoding))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { encoding.other().unkeyedContainer() }

    func singleValueContainer() -> any SingleValueEncodingContainer { encoding.other().singleValueContainer() }
}

/// The outer object with its only key.
private struct CaseFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: CaseEncoding

    var codingPath: [any CodingKey] { [] }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let isOnly = PayloadKey.isOnly(in: keyType)
        let payload = encoding.begin(key.stringValue, isWholePayload: isOnly)
        if isOnly { return KeyedEncodingContainer(OnlyValue(payload: payload)) }
        return FragmentEncoder(fragment: payload).container(keyedBy: keyType)
    }

    func encodeNil(forKey key: Key) { _ = encoding.other() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) { _ = encoding.other() }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoding.other().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoding.other() }

    func superEncoder(forKey key: Key) -> any Encoder { encoding.other() }
}

/// The associated value of a case with one value without a label: the value's fields, or the field `value`.
private struct OnlyValue<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let payload: JSONFragment

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { try payload.writeNull() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try payload.write(value) }

    func encode<Value: Encodable & JSONScalar>(_ value: Value, forKey key: Key) throws { try payload.write(value) }

    func encode(_ value: Int128, forKey key: Key) throws { try payload.write(value) }

    func encode(_ value: UInt128, forKey key: Key) throws { try payload.write(value) }

    // An optional value has its own field, because an object without fields could not be distinguished from `nil`.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        payload.open(.object)
        guard let value else { return }
        let field = JSONKey(PayloadKey.value)
        payload.key(field)
        try JSONFragment.under(field) { try payload.append(value) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        FragmentEncoder(fragment: payload).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        FragmentEncoder(fragment: payload).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { FragmentEncoder(fragment: payload) }

    func superEncoder(forKey key: Key) -> any Encoder { FragmentEncoder(fragment: payload) }
}
