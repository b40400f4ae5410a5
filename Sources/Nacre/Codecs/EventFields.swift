/// The fields of an event's data, a JSON object, read by name.
///
/// Fields that are asked for in the order in which they stand are read in one pass from left to right, without looking
/// back and without allocating anything but texts; any other order is found too, by looking through the object again.
/// Names are compared byte for byte. A field that is asked for and there twice is refused, wherever it stands. One that
/// could not be read as it was asked for can be asked for again, as something else.
public struct EventFields: ~Escapable {
    /// The event, for what does not stand in its data: its tags, its time.
    public let event: EventView

    private var pass: FieldPass

    /// Makes a reader of an event's fields.
    ///
    /// - Parameter event: The event.
    @_lifetime(copy event)
    public init(of event: EventView) {
        self.event = event
        pass = FieldPass(over: event.data)
    }

    /// Reads a field of whatever shape.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - read: Reads the value; what it leaves of it is passed over.
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
        if try pass.isNext(name) {
            do {
                let value = try read(&pass.reader)
                try pass.leaveValue()
                return value
            } catch {
                try pass.stepBack()
                throw error
            }
        }
        return try Self.search(event.data, for: name, read)
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
            try pass.end()
        } catch {
            throw refusal(error)
        }
    }

    /// Leaves the data to another reader.
    @_lifetime(self: copy self)
    mutating func standAside() {
        pass.progress = .aside
    }

    /// Looks through the whole object.
    private static func search<Value>(
        _ data: Span<UInt8>, for name: String, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        var reader = JSONReader(data)
        var value: Value?
        try reader.beginObject()
        while let key = try reader.nextKeyToken() {
            guard reader.scanner.isKey(key, name.utf8Span.span) else { continue }
            guard value == nil else { throw Repetition(name: name) }
            value = try read(&reader)
            try reader.leave(to: 1)
        }
        return value
    }
}
