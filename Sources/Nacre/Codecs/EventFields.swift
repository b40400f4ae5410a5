/// The fields of an event's data, a JSON object, read by name.
///
/// Fields that are asked for in the order in which they stand are read in one pass from left to right, without looking
/// back and without allocating anything but texts; any other order is found too, by looking through the object again.
/// Names are compared byte for byte. A field that is asked for and there twice is refused, wherever it stands.
public struct EventFields: ~Escapable {
    /// How many fields are read in one pass.
    private static let passLength = 8

    /// The event, for what does not stand in its data: its tags, its time.
    public let event: EventView

    private var reader: JSONReader

    /// How far the pass has come.
    private var progress = Progress.before

    /// Where the names of the fields stand that the pass has read: all of them stand in front of it.
    private var names = InlineArray<8, Range<Int>>(repeating: 0..<0)
    private var count = 0

    private enum Progress {
        /// Before the object.
        case before

        /// Before a key.
        case inside

        /// Behind a key whose value is not read yet.
        case behindKey(JSONScanner.StringToken)

        /// Behind the object.
        case behind

        /// The data was read in another way.
        case aside
    }

    /// Makes a reader of an event's fields.
    ///
    /// - Parameter event: The event.
    @_lifetime(copy event)
    public init(of event: EventView) {
        self.event = event
        reader = JSONReader(event.data)
    }

    /// Reads a field of whatever shape.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - read: Reads exactly one value.
    /// - Returns: What was read; `nil` where the field is missing.
    /// - Throws: ``EventDecodingError`` where `read` throws, the field is there twice, or the data is no JSON object.
    @_lifetime(self: copy self)
    public mutating func valueIfPresent<Value>(
        _ name: String, _ read: (inout JSONReader) throws -> Value
    ) throws(EventDecodingError) -> Value? {
        do {
            return try find(name, read)
        } catch {
            throw refusal(error)
        }
    }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func find<Value>(_ name: String, _ read: (inout JSONReader) throws -> Value) throws -> Value? {
        if try isNext(name) {
            let value = try read(&reader)
            progress = .inside
            return value
        }
        return try search(name, read)
    }

    /// Judges what was not asked for: by the grammar, and whether a field that was asked for is among it.
    ///
    /// ``TypedEventCodec`` calls it behind its own `decode`.
    ///
    /// - Throws: ``EventDecodingError`` where the data is not exactly one JSON object, or a field that was asked for is
    ///   there again.
    @_lifetime(self: copy self)
    public mutating func end() throws(EventDecodingError) {
        do {
            if case .aside = progress { return }
            while let key = try nextKey() {
                for index in 0..<count where isSame(key, as: names[index]) {
                    throw Repetition(name: event.data.extracting(names[index]).text)
                }
                try reader.scanner.validateUTF8(key)
                progress = .inside
            }
            try reader.end()
        } catch {
            throw refusal(error)
        }
    }

    /// Leaves the data to another reader.
    @_lifetime(self: copy self)
    mutating func standAside() {
        progress = .aside
    }

    /// Whether the pass comes to a field next, behind whose name it stands then.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func isNext(_ name: String) throws(JSONError) -> Bool {
        guard count < Self.passLength, let key = try nextKey(), !key.hasEscapes,
            event.data.extracting(key.range).isEqual(to: name.utf8Span.span)
        else { return false }
        names[count] = key.range
        count += 1
        return true
    }

    /// The key that the pass stands behind, or comes to; `nil` at the end of the object.
    @_lifetime(self: copy self)
    private mutating func nextKey() throws(JSONError) -> JSONScanner.StringToken? {
        switch progress {
        case .behindKey(let key): return key
        case .behind, .aside: return nil
        case .before: try reader.beginObject()
        case .inside: break
        }
        guard let key = try reader.nextKeyToken() else {
            progress = .behind
            return nil
        }
        progress = .behindKey(key)
        return key
    }

    /// Looks through the whole object.
    private func search<Value>(_ name: String, _ read: (inout JSONReader) throws -> Value) throws -> Value? {
        var reader = JSONReader(event.data)
        var value: Value?
        try reader.beginObject()
        while let key = try reader.nextKeyToken() {
            guard reader.scanner.isKey(key, name.utf8Span.span) else { continue }
            guard value == nil else { throw Repetition(name: name) }
            value = try read(&reader)
        }
        return value
    }

    /// Whether a key is the same as one that stands at a place, where none of its bytes is escaped.
    private func isSame(_ key: JSONScanner.StringToken, as place: Range<Int>) -> Bool {
        reader.scanner.isKey(key, event.data.extracting(place))
    }
}

extension JSONScanner {
    /// Whether a key is a name, escapes resolved.
    func isKey(_ key: StringToken, _ name: Span<UInt8>) -> Bool {
        guard key.hasEscapes else { return bytes.extracting(key.range).isEqual(to: name) }
        do {
            return try text(key).utf8Span.span.isEqual(to: name)
        } catch {
            // Half of a surrogate pair has no text, so it is no name that anybody asks for; the grammar allows it.
            return false
        }
    }
}
