// Called by the codecs that the macro `@StoredEvent` generates. Overloads select the writer by the value's type. All
// of them can throw, because the macro does not know the types of the values.

extension FieldWriter {
    /// Writes a string.
    @inlinable
    public mutating func field(_ name: String, _ value: String) throws {
        text(name, value)
    }

    /// Writes an optional string.
    ///
    /// The field is omitted if it is `nil`.
    @inlinable
    public mutating func field(_ name: String, _ value: String?) throws {
        if let value { text(name, value) }
    }

    /// Writes an integer.
    @inlinable
    public mutating func field(_ name: String, _ value: Int) throws {
        integer(name, value)
    }

    /// Writes an optional integer.
    ///
    /// The field is omitted if it is `nil`.
    @inlinable
    public mutating func field(_ name: String, _ value: Int?) throws {
        if let value { integer(name, value) }
    }

    /// Writes a Boolean.
    @inlinable
    public mutating func field(_ name: String, _ value: Bool) throws {
        bool(name, value)
    }

    /// Writes an optional Boolean.
    ///
    /// The field is omitted if it is `nil`.
    @inlinable
    public mutating func field(_ name: String, _ value: Bool?) throws {
        if let value { bool(name, value) }
    }

    /// Writes an array of strings.
    @inlinable
    public mutating func field(_ name: String, _ value: [String]) throws {
        texts(name, value)
    }

    /// Writes an optional array of strings.
    ///
    /// The field is omitted if it is `nil`.
    @inlinable
    public mutating func field(_ name: String, _ value: [String]?) throws {
        if let value { texts(name, value) }
    }

    /// Writes a value of any `Codable` type, as ``CodableEventCodec`` does.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value.
    /// - Throws: `EncodingError` if it cannot be represented in JSON.
    public mutating func field(_ name: String, _ value: some Encodable) throws {
        // The enclosing object is the first level.
        let fragment = JSONFragment(depth: 1)
        try JSONFragment.under(JSONKey(name)) {
            try fragment.write(value)
            let bytes = try fragment.finished()
            self.value(name) { $0.raw(bytes) }
        }
    }

    /// Writes an optional value of any `Codable` type.
    ///
    /// The field is omitted if it is `nil`.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value.
    /// - Throws: `EncodingError` if it cannot be represented in JSON.
    public mutating func field(_ name: String, _ value: (some Encodable)?) throws {
        if let value { try field(name, value) }
    }
}
