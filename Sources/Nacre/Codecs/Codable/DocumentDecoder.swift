/// Decodes a value of a document with its type's `init(from:)`.
///
/// The struct has three words, which fit in `any Decoder` without an allocation.
struct DocumentDecoder {
    let document: JSONDocument

    /// The node of the value.
    let node: Int32

    /// The number of objects and arrays that enclose the value.
    let depth: UInt8

    /// Whether the value is the event's whole payload.
    ///
    /// If so, an object is the event's data itself, and any other value is its field `value`. The requested type
    /// decides which.
    let isWholePayload: Bool

    init(_ document: JSONDocument, at node: Int, depth: UInt8, isWholePayload: Bool = false) {
        self.document = document
        self.node = Int32(truncatingIfNeeded: node)
        self.depth = depth
        self.isWholePayload = isWholePayload
    }

    /// Decodes a value of any type.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Foundation's own conformances store these types as numbers, arrays or objects; here they have fixed forms.
        if FoundationScalars.contain(type), let scalar = type as? any JSONScalar.Type,
            let value = try self.scalar(scalar) as? Value
        {
            return value
        }
        return try Value(from: self)
    }

    /// Decodes a string, number or Boolean.
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
        // An object that is the event's data is not `null`.
        return try document.field(PayloadKey.value, of: Int(node)).map { document.nodes[$0].kind == .null } ?? false
    }

    /// The node of a value that is not an object.
    private func place() throws -> Int {
        guard isWholePayload else { return Int(node) }
        return try document.requiredField(PayloadKey.value, of: Int(node))
    }

    private func open(_ kind: JSONDocument.Node.Kind, at place: Int) throws -> UInt8 {
        guard document.nodes[place].kind == kind else {
            throw document.error(
                document.mismatch(kind == .object ? "an object" : "an array", at: place), at: place)
        }
        // The object around a lone array is a level too.
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
    // The protocol does not allow throwing here; the next read throws.
    func decodeNil() -> Bool { (try? isNull()) ?? false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

    func decode<Value: Decodable & JSONScalar>(_ type: Value.Type) throws -> Value { try scalar(type) }

    func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }

    func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
}

/// The keys of an event's data for values without labels.
enum PayloadKey {
    /// Swift's name of a case's first value, if it has no label.
    static let first = "_0"

    /// The field of a case's only value, if it has no label and is not an object.
    static let value = "value"

    /// Whether the keys of a case's values are those of a single value without a label.
    ///
    /// Synthesised keys are an enum. One with a single case has size 0; one without cases has no `_0`.
    @inline(__always)
    static func isOnly<Key: CodingKey>(in keys: Key.Type) -> Bool {
        MemoryLayout<Key>.size == 0 && Key(stringValue: first) != nil
    }
}

/// The maximum nesting depth of `Codable` values.
///
/// Each level takes several stack frames, on a thread that may have a small stack.
enum CodableNesting {
    static let limit: UInt8 = 64

    static var message: String { "its objects and arrays nest deeper than \(limit) levels" }
}
