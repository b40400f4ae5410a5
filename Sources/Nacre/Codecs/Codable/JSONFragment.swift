/// A value being encoded by its type's `encode(to:)`.
///
/// Values written in order share one writer, which is passed to nested values and back. Containers that may be filled
/// later have their own fragments, which are inserted at the end.
final class JSONFragment {
    /// The kind of the encoded value.
    enum Kind {
        case scalar, object, array
    }

    var writer = JSONWriter()

    /// The kind of the value; `nil` if nothing is written yet.
    private(set) var kind: Kind?

    /// The number of objects and arrays that enclose the value.
    private(set) var depth: Int

    /// Whether the value is the event's whole payload: an object is then its data, any other value its field `value`.
    private let isWholePayload: Bool

    /// The fragments to insert, with their offsets.
    var later: [(offset: Int, fragment: JSONFragment)] = []

    /// An error in a method that cannot throw.
    private(set) var failure: EncodingError?

    /// The number of elements of an array.
    var count = 0

    init(depth: Int = 0, isWholePayload: Bool = false) {
        self.depth = depth
        self.isWholePayload = isWholePayload
    }

    /// Starts an object or an array, or continues it.
    func open(_ kind: Kind) {
        // A subclass and its superclass may request the same container.
        if self.kind == kind { return }
        guard self.kind == nil else {
            return fail("its encode(to:) requests two kinds of containers")
        }
        self.kind = kind
        if kind != .object, isWholePayload { wrap() }
        // Requesting a container cannot throw; the failure is thrown when encoding is finished.
        guard depth < Int(CodableNesting.limit) else { return fail(CodableNesting.message) }
        kind == .object ? writer.beginObject() : writer.beginArray()
    }

    /// Writes a string, number or Boolean as the whole value.
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
            return fail("its encode(to:) requests two kinds of containers")
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
            // A type that encodes nothing is an object without fields.
            writer.beginObject()
            writer.endObject()
            return
        }
        if isWholePayload, kind != .object { writer.endObject() }
    }

    /// Ends the value, and returns its bytes.
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
