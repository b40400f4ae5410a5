/// Writes the data of an event, a JSON object, field by field.
public struct FieldWriter: Sendable {
    /// The tags of the event, to which more can be added.
    public var tags: [Tag]

    private var json = JSONWriter()

    /// Begins the object.
    init(tags: [Tag]) {
        self.tags = tags
        json.beginObject()
    }

    /// Ends the object.
    consuming func finished() -> [UInt8] {
        json.endObject()
        return json.bytes
    }

    /// Writes a text.
    public mutating func text(_ name: String, _ value: String) {
        json.key(name)
        json.string(value)
    }

    /// Writes a text where there is one; the field is left out where there is none.
    public mutating func text(_ name: String, ifPresent value: String?) {
        if let value { text(name, value) }
    }

    /// Writes a whole number.
    public mutating func integer(_ name: String, _ value: Int) {
        json.key(name)
        json.integer(value)
    }

    /// Writes a number.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The number, finite.
    /// - Throws: ``JSONError`` with code ``JSONError/Code/outOfRange`` where it is infinite or no number.
    public mutating func number(_ name: String, _ value: Double) throws(JSONError) {
        json.key(name)
        try json.number(value)
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ name: String, _ value: Bool) {
        json.key(name)
        json.bool(value)
    }

    /// Writes an array of texts.
    public mutating func texts(_ name: String, _ values: [String]) {
        json.key(name)
        json.beginArray()
        for value in values { json.string(value) }
        json.endArray()
    }

    /// Writes a value of whatever shape.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - write: Writes exactly one value.
    /// - Throws: What `write` throws.
    public mutating func value(_ name: String, _ write: (inout JSONWriter) throws -> Void) rethrows {
        json.key(name)
        try write(&json)
    }
}
