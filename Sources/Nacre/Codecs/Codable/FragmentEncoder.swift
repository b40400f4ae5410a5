/// Encodes a value with its type's `encode(to:)`.
///
/// `codingPath` is empty: the path is added to errors as they propagate.
struct FragmentEncoder {
    let fragment: JSONFragment
}

extension FragmentEncoder: Encoder {
    var codingPath: [any CodingKey] { [] }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        fragment.open(.object)
        return KeyedEncodingContainer(FragmentFields(fragment: fragment))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        fragment.open(.array)
        return FragmentElements(fragment: fragment)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension FragmentEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { try fragment.writeNull() }

    func encode<Value: Encodable>(_ value: Value) throws { try fragment.write(value) }

    func encode<Value: Encodable & JSONScalar>(_ value: Value) throws { try fragment.write(value) }

    func encode(_ value: Int128) throws { try fragment.write(value) }

    func encode(_ value: UInt128) throws { try fragment.write(value) }
}

/// A keyed container: the fields of an object.
struct FragmentFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let fragment: JSONFragment

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
        fragment.key(key)
        fragment.appendNull()
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        fragment.key(key)
        try JSONFragment.under(key) { try fragment.append(value) }
    }

    func encode<Value: Encodable & JSONScalar>(_ value: Value, forKey key: Key) throws {
        try encode(scalar: value, forKey: key)
    }

    func encode(_ value: Int128, forKey key: Key) throws { try encode(scalar: value, forKey: key) }

    func encode(_ value: UInt128, forKey key: Key) throws { try encode(scalar: value, forKey: key) }

    private func encode(scalar value: some JSONScalar, forKey key: Key) throws {
        fragment.key(key)
        try JSONFragment.under(key) { try fragment.append(value) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        later(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        later(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { later(JSONKey.parent) }

    func superEncoder(forKey key: Key) -> any Encoder { later(key) }

    private func later(_ key: some CodingKey) -> FragmentEncoder {
        fragment.key(key)
        return FragmentEncoder(fragment: fragment.appendLater())
    }
}

/// An unkeyed container: the elements of an array.
struct FragmentElements: UnkeyedEncodingContainer {
    let fragment: JSONFragment

    var codingPath: [any CodingKey] { [] }

    var count: Int { fragment.count }

    func encodeNil() {
        fragment.count += 1
        fragment.appendNull()
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        fragment.count += 1
        try JSONFragment.under(JSONKey(count - 1)) { try fragment.append(value) }
    }

    func encode<Value: Encodable & JSONScalar>(_ value: Value) throws { try encode(scalar: value) }

    func encode(_ value: Int128) throws { try encode(scalar: value) }

    func encode(_ value: UInt128) throws { try encode(scalar: value) }

    private func encode(scalar value: some JSONScalar) throws {
        fragment.count += 1
        try JSONFragment.under(JSONKey(count - 1)) { try fragment.append(value) }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        later().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { later().unkeyedContainer() }

    func superEncoder() -> any Encoder { later() }

    private func later() -> FragmentEncoder {
        fragment.count += 1
        return FragmentEncoder(fragment: fragment.appendLater())
    }
}
