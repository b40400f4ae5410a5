/// A collection with a random order, which a row stores in an order that depends only on its elements.
protocol UnorderedRowCollection {
    /// Encodes the elements, sorted by their bytes.
    func encodeOrdered(into node: RowNode, at path: [any CodingKey]) throws
}

extension Set: UnorderedRowCollection where Element: Encodable {
    func encodeOrdered(into node: RowNode, at path: [any CodingKey]) throws {
        node.beginList()
        let elements = try map { element in
            try RowNode.Slot(encoding: element, at: path + [RowKey.index(0)]).encoded(below: path)
        }
        for element in elements.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            node.append(.value(element.value))
        }
    }
}

extension Dictionary: UnorderedRowCollection where Key: Encodable, Value: Encodable {
    func encodeOrdered(into node: RowNode, at path: [any CodingKey]) throws {
        // A dictionary with text or integer keys becomes a record, whose fields are sorted by name.
        if Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type {
            return try encode(to: RowValueEncoder(node: node, codingPath: path))
        }
        node.beginList()
        let elements = try map { key, value in
            (
                key: try RowNode.Slot(encoding: key, at: path + [RowKey.index(0)]).encoded(below: path),
                value: try RowNode.Slot(encoding: value, at: path + [RowKey.index(1)])
            )
        }
        for element in elements.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            node.append(.value(element.key.value))
            node.append(element.value)
        }
    }
}

extension RowNode.Slot {
    /// The value of the content, with its bytes.
    fileprivate func encoded(below path: [any CodingKey]) throws -> (value: RowValue, bytes: [UInt8]) {
        let value = try value(depth: path.count + 1)
        return (value, value.encoded)
    }
}
