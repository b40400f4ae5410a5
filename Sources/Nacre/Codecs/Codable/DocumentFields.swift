/// A keyed container over an object of a document.
struct DocumentFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: JSONDocument
    let object: Int

    /// The number of open objects and arrays, including this one.
    let depth: UInt8

    var codingPath: [any CodingKey] { document.path(to: object) }

    var allKeys: [Key] { document.members(of: object).compactMap { Key(stringValue: $0.key) } }

    // The protocol does not allow throwing here; a duplicated field is refused when it is read.
    func contains(_ key: Key) -> Bool {
        do {
            return try document.member(key.stringValue, of: object) != nil
        } catch {
            return true
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try decoder(of: key).isNull()
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(of: key).value(type)
    }

    func decode<Value: Decodable & JSONScalar>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(of: key).scalar(type)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoder(of: key).scalar(type) }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoder(of: key).scalar(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(of: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(of: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(ofField: JSONKey.parent.stringValue) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }

    @inline(__always)
    private func decoder(of key: Key) throws -> DocumentDecoder {
        try decoder(ofField: key.stringValue)
    }

    private func decoder(ofField name: String) throws -> DocumentDecoder {
        DocumentDecoder(document, at: try document.requiredField(name, of: object), depth: depth)
    }
}

extension JSONDocument {
    /// The node of a member's value, for `Codable`.
    func field(_ name: String, of object: Int) throws -> Int? {
        do {
            return try member(name, of: object)
        } catch {
            throw self.error(error, in: object)
        }
    }

    /// The node of the value of a required member, for `Codable`.
    func requiredField(_ name: String, of object: Int) throws -> Int {
        guard let node = try field(name, of: object) else {
            throw DecodingError.keyNotFound(
                JSONKey(name), DecodingError.Context(codingPath: path(to: object), debugDescription: "it is missing"))
        }
        return node
    }
}
