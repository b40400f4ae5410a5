/// A value while it is written: its type's own `encode(to:)` says what it is and what is in it.
///
/// What a type writes in order goes through one writer, which is handed to the values inside and back. Containers that
/// may be filled later have a fragment of their own, which is put in its place in the end.
final class JSONFragment {
    /// What a value turns out to be.
    enum Kind {
        case scalar, object, array
    }

    var writer = JSONWriter()

    /// What the value is; `nil` while nothing of it is written.
    private(set) var kind: Kind?

    /// In how many objects and arrays the value is.
    private(set) var depth: Int

    /// Whether the value is all that an event carries: an object is its data then, anything else its field `value`.
    private let isWholePayload: Bool

    /// The fragments to be put in, and where.
    var later: [(offset: Int, fragment: JSONFragment)] = []

    /// What could not be said where a method of `Codable` does not throw.
    private(set) var failure: EncodingError?

    /// How many elements an array has.
    var count = 0

    init(depth: Int = 0, isWholePayload: Bool = false) {
        self.depth = depth
        self.isWholePayload = isWholePayload
    }

    /// Begins an object or an array, or goes on with it.
    func open(_ kind: Kind) {
        if self.kind == kind { return }
        guard self.kind == nil else {
            return fail("its encode(to:) asks for two kinds of containers")
        }
        self.kind = kind
        if kind != .object, isWholePayload { wrap() }
        guard depth < Int(CodableNesting.limit) else { return fail(CodableNesting.message) }
        kind == .object ? writer.beginObject() : writer.beginArray()
    }

    /// Writes a text, number or bool as the whole value.
    func write(_ scalar: some JSONScalar) throws {
        try writeSingle { try $0.append(scalar) }
    }

    /// Writes a value of any type as the whole value.
    func write<Value: Encodable>(_ value: Value) throws {
        if FoundationScalars.contain(Value.self) {
            try writeSingle { try $0.append(value) }
        } else if let dictionary = value as? any StringKeyed {
            try fill(with: dictionary)
        } else {
            try value.encode(to: FragmentEncoder(fragment: self))
        }
    }

    /// Writes `null` as the whole value.
    func writeNull() throws {
        try writeSingle { $0.writer.null() }
    }

    private func writeSingle(_ write: (JSONFragment) throws -> Void) throws {
        guard kind == nil else {
            return fail("its encode(to:) asks for two kinds of containers")
        }
        kind = .scalar
        guard isWholePayload else { return try write(self) }
        wrap()
        try Self.under(JSONKey(PayloadKey.value)) { try write(self) }
    }

    private func wrap() {
        depth += 1
        writer.beginObject()
        writer.key(PayloadKey.value)
    }

    /// Ends the value.
    func close() {
        switch kind {
        case .object: writer.endObject()
        case .array: writer.endArray()
        case .scalar: break
        case nil:
            // A type that has nothing to say is an object without fields.
            writer.beginObject()
            writer.endObject()
            return
        }
        if isWholePayload, kind != .object { writer.endObject() }
    }

    /// The bytes of the value, which ends here.
    func finished() throws -> [UInt8] {
        close()
        if let failure { throw failure }
        if later.isEmpty { return writer.bytes }
        var bytes: [UInt8] = []
        var start = 0
        for (offset, fragment) in later {
            bytes.append(contentsOf: writer.bytes[start..<offset])
            bytes.append(contentsOf: try fragment.finished())
            start = offset
        }
        bytes.append(contentsOf: writer.bytes[start...])
        return bytes
    }

    private func fail(_ message: String) {
        guard failure == nil else { return }
        failure = .invalidValue((), EncodingError.Context(codingPath: [], debugDescription: message))
    }
}
