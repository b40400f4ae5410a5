/// Reads the fields of an event's data, a JSON object, by name.
///
/// Fields requested in their stored order are read in a single forward pass, without allocations except for strings.
/// Fields requested in any other order are found by searching the object again. Names are compared byte for byte. A
/// requested field that occurs twice is an error, wherever it is. If a field could not be read as one type, it can be
/// requested again as another.
public struct EventFields: ~Escapable {
    /// The event, for information that is not in its data, such as tags and time.
    public let event: EventView

    private var pass: FieldPass

    /// Creates a reader of an event's fields.
    ///
    /// - Parameter event: The event.
    @_lifetime(copy event)
    public init(of event: EventView) {
        self.event = event
        pass = FieldPass(over: event.data)
    }

    /// Reads an optional field of any shape.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - read: Called with a reader of the value. What it does not read is skipped.
    /// - Returns: The result of `read`; `nil` if the field is missing.
    /// - Throws: ``EventDecodingError`` if `read` throws, the field is duplicated, or the data is not a JSON object.
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
                // The caller may read the field again as another type.
                try pass.stepBack()
                throw error
            }
        }
        // Not the next field: a search through the object finds it anywhere, and finds a repetition.
        return try Self.search(event.data, for: name, read)
    }

    /// Validates the rest of the data: its JSON syntax, and that no requested field occurs again.
    ///
    /// ``TypedEventCodec`` calls this after its own `decode`.
    ///
    /// - Throws: ``EventDecodingError`` if the data is not exactly one JSON object, or a requested field occurs
    ///   again.
    @_lifetime(self: copy self)
    public mutating func end() throws(EventDecodingError) {
        do {
            try pass.end()
        } catch {
            throw refusal(error)
        }
    }

    /// Marks the data as read by another reader.
    @_lifetime(self: copy self)
    mutating func suspendPass() {
        pass.progress = .aside
    }

    /// Searches the whole object for a field.
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
