/// An unkeyed container over an array of a document.
struct DocumentElements: UnkeyedDecodingContainer {
    let document: JSONDocument
    let array: Int

    /// The number of open objects and arrays, including this one.
    let depth: UInt8

    private(set) var currentIndex = 0
    private var next: Int

    init(document: JSONDocument, array: Int, depth: UInt8) {
        self.document = document
        self.array = array
        self.depth = depth
        next = array + 1
    }

    var codingPath: [any CodingKey] { document.path(to: array) }

    var count: Int? { Int(document.nodes[array].end) }

    var isAtEnd: Bool { next >= Int(document.nodes[array].next) }

    mutating func decodeNil() throws -> Bool {
        guard try decoder().isNull() else { return false }
        leave()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try decoder().value(type)
        leave()
        return value
    }

    mutating func decode<Value: Decodable & JSONScalar>(_ type: Value.Type) throws -> Value {
        try decode(scalar: type)
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decode(scalar: type) }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(scalar: type) }

    private mutating func decode<Value: JSONScalar>(scalar type: Value.Type) throws -> Value {
        let value = try decoder().scalar(type)
        leave()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try decoder().container(keyedBy: type)
        leave()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder().unkeyedContainer()
        leave()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder()
        leave()
        return decoder
    }

    private func decoder() throws -> DocumentDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Any.self,
                DecodingError.Context(
                    codingPath: codingPath + [JSONKey(currentIndex)],
                    debugDescription: "the array has only \(currentIndex) elements"))
        }
        return DocumentDecoder(document, at: next, depth: depth)
    }

    private mutating func leave() {
        next = Int(document.nodes[next].next)
        currentIndex += 1
    }
}
