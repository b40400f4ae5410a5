// What the codecs call that are written by the macro `@StoredEvent`: the compiler finds by a value's type how it is written.
// All of it can throw, for the macro does not see which type of value does.

extension FieldWriter {
    /// Writes a text.
    @inlinable
    public mutating func field(_ name: String, _ value: String) throws {
        text(name, value)
    }

    /// Writes a text; the field is left out where there is none.
    @inlinable
    public mutating func field(_ name: String, _ value: String?) throws {
        if let value { text(name, value) }
    }

    /// Writes a whole number.
    @inlinable
    public mutating func field(_ name: String, _ value: Int) throws {
        integer(name, value)
    }

    /// Writes a whole number; the field is left out where there is none.
    @inlinable
    public mutating func field(_ name: String, _ value: Int?) throws {
        if let value { integer(name, value) }
    }

    /// Writes `true` or `false`.
    @inlinable
    public mutating func field(_ name: String, _ value: Bool) throws {
        bool(name, value)
    }

    /// Writes `true` or `false`; the field is left out where there is none.
    @inlinable
    public mutating func field(_ name: String, _ value: Bool?) throws {
        if let value { bool(name, value) }
    }

    /// Writes an array of texts.
    @inlinable
    public mutating func field(_ name: String, _ value: [String]) throws {
        texts(name, value)
    }

    /// Writes an array of texts; the field is left out where there is none.
    @inlinable
    public mutating func field(_ name: String, _ value: [String]?) throws {
        if let value { texts(name, value) }
    }

    /// Writes a value of any type that is `Codable`, as ``CodableEventCodec`` does.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value.
    /// - Throws: `EncodingError` where JSON has no form for it.
    public mutating func field(_ name: String, _ value: some Encodable) throws {
        // The object that the field is in is the first level.
        let fragment = JSONFragment(depth: 1)
        try JSONFragment.under(JSONKey(name)) {
            try fragment.write(value)
            let bytes = try fragment.finished()
            self.value(name) { $0.raw(bytes) }
        }
    }

    /// Writes a value of any type that is `Codable`; the field is left out where there is none.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value.
    /// - Throws: `EncodingError` where JSON has no form for it.
    public mutating func field(_ name: String, _ value: (some Encodable)?) throws {
        if let value { try field(name, value) }
    }
}
