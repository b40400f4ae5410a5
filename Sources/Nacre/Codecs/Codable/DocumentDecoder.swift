/// Reads a value of a document as its type's own `init(from:)` asks for it.
///
/// A value of three words, which `any Decoder` holds without an allocation.
struct DocumentDecoder {
    let document: JSONDocument

    /// The node of the value.
    let node: Int32

    /// In how many objects and arrays the value is.
    let depth: UInt8

    /// Whether the value is all that an event carries.
    ///
    /// An object is the event's data then, anything else its field `value`; what is asked for says which of them it is.
    let isWholePayload: Bool

    init(_ document: JSONDocument, at node: Int, depth: UInt8, isWholePayload: Bool = false) {
        self.document = document
        self.node = Int32(truncatingIfNeeded: node)
        self.depth = depth
        self.isWholePayload = isWholePayload
    }

    /// Reads a value of any type.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if FoundationScalars.contain(type), let scalar = type as? any JSONScalar.Type,
            let value = try self.scalar(scalar) as? Value
        {
            return value
        }
        return try Value(from: self)
    }

    /// Reads a text, number or bool.
    func scalar<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
        let place = try place()
        do {
            return try Value(document, at: place)
        } catch {
            throw document.error(error, at: place)
        }
    }

    /// Whether the value is `null`.
    func isNull() throws -> Bool {
        guard isWholePayload else { return document.nodes[Int(node)].kind == .null }
        // An object that is the event's data is not null.
        return try document.field(PayloadKey.value, of: Int(node)).map { document.nodes[$0].kind == .null } ?? false
    }

    /// The node of what is no object.
    private func place() throws -> Int {
        guard isWholePayload else { return Int(node) }
        return try document.requiredField(PayloadKey.value, of: Int(node))
    }

    private func open(_ kind: JSONDocument.Node.Kind, at place: Int) throws -> UInt8 {
        guard document.nodes[place].kind == kind else {
            throw document.error(
                document.mismatch(kind == .object ? "an object" : "an array", at: place), at: place)
        }
        let depth = isWholePayload && kind == .array ? depth + 1 : depth
        guard depth < CodableNesting.limit else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: codingPath, debugDescription: CodableNesting.message))
        }
        return depth + 1
    }
}

extension DocumentDecoder: Decoder {
    var codingPath: [any CodingKey] { document.path(to: Int(node)) }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let depth = try open(.object, at: Int(node))
        return KeyedDecodingContainer(DocumentFields(document: document, object: Int(node), depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let place = try place()
        let depth = try open(.array, at: place)
        return DocumentElements(document: document, array: place, depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension DocumentDecoder: SingleValueDecodingContainer {
    // The protocol cannot throw here; what is read next does.
    func decodeNil() -> Bool { (try? isNull()) ?? false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

    func decode<Value: Decodable & JSONScalar>(_ type: Value.Type) throws -> Value { try scalar(type) }

    func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }

    func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
}

/// The keys of an event's data that stand for values without labels.
enum PayloadKey {
    /// What Swift calls a case's first value, where it has no label.
    static let first = "_0"

    /// The field of the only value of a case, where it has no label and is no object.
    static let value = "value"

    /// Whether the keys of a case's values are those of a single one without a label.
    ///
    /// The keys that Swift makes are an enum, and one of a single case takes no memory; without cases it has no `_0`.
    @inline(__always)
    static func isOnly<Key: CodingKey>(in keys: Key.Type) -> Bool {
        MemoryLayout<Key>.size == 0 && Key(stringValue: first) != nil
    }
}

/// How deeply `Codable` values nest: each level is a few calls on the stack of a thread that may have little of it.
enum CodableNesting {
    static let limit: UInt8 = 64

    static var message: String { "its objects and arrays nest deeper than \(limit) levels" }
}
