/// Writes values that are `Encodable` as rows of a read model, compactly: names of fields as three bytes, numbers and texts
/// in as few bytes as they need; `Docs/FileFormat.md` describes them.
///
/// Equal values have equal bytes, sets and dictionaries included, so that two read models of one log can be compared.
struct RowEncoder {
    /// The bytes of a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: Its bytes, which ``RowDecoder`` reads.
    /// - Throws: What encoding the value throws, `EncodingError` where it is nested too deeply.
    /// - Complexity: O(*n*) in the size of the value.
    func encode(_ value: some Encodable) throws -> [UInt8] {
        try RowNode.Slot(encoding: value, at: []).value(depth: 0).encoded
    }
}

extension RowNode.Slot {
    /// Encodes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The keys that lead to it.
    /// - Throws: What encoding it throws.
    init(encoding value: some Encodable, at path: [any CodingKey]) throws {
        if let scalar = value as? any RowScalar {
            self = .value(scalar.rowValue)
            return
        }
        guard path.count <= RowValue.greatestDepth else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: path, debugDescription: "it is nested in more than \(RowValue.greatestDepth) levels"))
        }
        let node = RowNode()
        if let collection = value as? any UnorderedRowCollection {
            try collection.encodeOrdered(into: node, at: path)
        } else {
            try value.encode(to: RowValueEncoder(node: node, codingPath: path))
        }
        self = .node(node)
    }
}

/// What a value is handed that encodes itself.
struct RowValueEncoder: Encoder {
    let node: RowNode
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beginRecord()
        return KeyedEncodingContainer(RowKeyedEncodingContainer(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beginList()
        return RowUnkeyedEncodingContainer(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        RowSingleValueEncodingContainer(node: node, codingPath: codingPath)
    }
}
