/// Encodes `Encodable` values compactly as rows of a read model.
///
/// Field names take three bytes, numbers and texts as few bytes as they need; `Docs/FileFormat.md` describes the
/// bytes. Equal values have equal bytes, including sets and dictionaries, so that two read models of one log can be
/// compared.
struct RowEncoder {
    /// Encodes a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: The bytes, which ``RowDecoder`` decodes.
    /// - Throws: Errors of encoding the value; `EncodingError` if it is nested too deeply.
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
    ///   - path: The coding path of the value.
    /// - Throws: Errors of encoding the value.
    init(encoding value: some Encodable, at path: [any CodingKey]) throws {
        if let scalar = value as? any RowScalar {
            self = .value(scalar.rowValue)
            return
        }
        guard path.count <= RowValue.maxDepth else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: path, debugDescription: "it is nested deeper than \(RowValue.maxDepth) levels"))
        }
        let node = RowNode()
        // In a fixed order, so that equal rows have equal bytes.
        if let collection = value as? any UnorderedRowCollection {
            try collection.encodeOrdered(into: node, at: path)
        } else {
            try value.encode(to: RowValueEncoder(node: node, codingPath: path))
        }
        self = .node(node)
    }
}

/// The encoder passed to `Encodable` types.
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
