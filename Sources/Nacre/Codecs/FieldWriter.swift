/// Writes the data of an event, a JSON object, field by field.
public struct FieldWriter: Sendable {
    /// The tags of the event.
    ///
    /// More can be added.
    public var tags: [Tag]

    private var json = JSONWriter()

    /// Starts the object.
    init(tags: [Tag]) {
        self.tags = tags
        json.beginObject()
    }

    /// Ends the object.
    consuming func finished() -> [UInt8] {
        json.endObject()
        return json.bytes
    }

    /// Writes a string.
    public mutating func text(_ name: String, _ value: String) {
        json.key(name)
        json.string(value)
    }

    /// Writes an optional string.
    ///
    /// The field is omitted if it is `nil`.
    public mutating func text(_ name: String, ifPresent value: String?) {
        if let value { text(name, value) }
    }

    /// Writes an integer.
    public mutating func integer(_ name: String, _ value: Int) {
        json.key(name)
        json.integer(value)
    }

    /// Writes a number.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The number, which must be finite.
    /// - Throws: ``JSONError`` with code ``JSONError/Code/outOfRange`` if it is infinite or NaN.
    public mutating func number(_ name: String, _ value: Double) throws(JSONError) {
        json.key(name)
        try json.number(value)
    }

    /// Writes a Boolean.
    public mutating func bool(_ name: String, _ value: Bool) {
        json.key(name)
        json.bool(value)
    }

    /// Writes an array of strings.
    public mutating func texts(_ name: String, _ values: [String]) {
        json.key(name)
        json.beginArray()
        for value in values { json.string(value) }
        json.endArray()
    }

    /// Writes a value of any shape.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - write: Writes exactly one value.
    /// - Throws: Any error that `write` throws.
    public mutating func value(_ name: String, _ write: (inout JSONWriter) throws -> Void) rethrows {
        json.key(name)
        try write(&json)
    }
}
