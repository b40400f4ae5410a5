struct RowKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: RowNode
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) {
        node.put(.value(.null), under: key)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        node.put(try RowNode.Slot(encoding: value, at: codingPath + [key]), under: key)
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        node.put(try value.map { try RowNode.Slot(encoding: $0, at: codingPath + [key]) }, under: key)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        nested(RowKey.base)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        nested(key)
    }

    private func nested(_ key: some CodingKey) -> RowValueEncoder {
        let inner = RowNode()
        node.put(.node(inner), under: key)
        return RowValueEncoder(node: inner, codingPath: codingPath + [key])
    }
}

struct RowUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let node: RowNode
    let codingPath: [any CodingKey]

    var count: Int { node.count }

    private var next: RowKey { .index(node.count) }

    mutating func encodeNil() {
        node.append(.value(.null))
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        node.append(try RowNode.Slot(encoding: value, at: codingPath + [next]))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        nested().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        nested().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        nested()
    }

    private func nested() -> RowValueEncoder {
        let (inner, key) = (RowNode(), next)
        node.append(.node(inner))
        return RowValueEncoder(node: inner, codingPath: codingPath + [key])
    }
}

struct RowSingleValueEncodingContainer: SingleValueEncodingContainer {
    let node: RowNode
    let codingPath: [any CodingKey]

    mutating func encodeNil() {
        node.set(.value(.null))
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        // The value takes the place of this one, so the row is not nested deeper. The path grows, and its limit ends
        // endless wrapping.
        node.set(try RowNode.Slot(encoding: value, at: codingPath + [RowKey.wrapped]))
    }
}

/// Coding keys for places in a row that have no key of a type.
enum RowKey: CodingKey, Equatable {
    case index(Int)

    /// The superclass of a class.
    case base

    /// The value in a single-value container.
    case wrapped

    var intValue: Int? {
        guard case .index(let index) = self else { return nil }
        return index
    }

    var stringValue: String {
        switch self {
        case .index(let index): "\(index)"
        case .base: "super"
        case .wrapped: "value"
        }
    }

    init?(intValue: Int) {
        self = .index(intValue)
    }

    init?(stringValue: String) {
        guard stringValue == "super" else { return nil }
        self = .base
    }
}
