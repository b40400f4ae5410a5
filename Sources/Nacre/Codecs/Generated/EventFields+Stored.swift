// Called by the codecs that the macro `@StoredEvent` generates. Overloads select the reader by the value's type.

extension EventFields {
    /// Reads a string.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: String.Type) throws(EventDecodingError) -> String {
        try text(name)
    }

    /// Reads an integer.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: Int.Type) throws(EventDecodingError) -> Int {
        try integer(name)
    }

    /// Reads a Boolean.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: Bool.Type) throws(EventDecodingError) -> Bool {
        try bool(name)
    }

    /// Reads a number.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: Double.Type) throws(EventDecodingError) -> Double {
        try number(name)
    }

    /// Reads an array of strings.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: [String].Type) throws(EventDecodingError) -> [String] {
        try texts(name)
    }

    /// Reads an optional string.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: String?.Type) throws(EventDecodingError) -> String? {
        try textIfPresent(name)
    }

    /// Reads an optional integer.
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: Int?.Type) throws(EventDecodingError) -> Int? {
        try valueIfPresent(name) { try $0.readNull() ? nil : try $0.readInt() } ?? nil
    }

    /// Reads a value of any `Codable` type, as ``CodableEventCodec`` does.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``EventDecodingError`` if the field is missing, duplicated or of another type.
    @_lifetime(self: copy self)
    public mutating func field<Value: Decodable>(
        _ name: String, as type: Value.Type
    ) throws(EventDecodingError) -> Value {
        let data = event.data
        let range = try value(name) { try $0.skipValue() }
        return try decoded(name, data.extracting(range).array, as: type)
    }

    /// Reads an optional value of any `Codable` type.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - type: The type of the value.
    /// - Returns: The value; `nil` if the field is missing or `null`.
    /// - Throws: ``EventDecodingError`` if the field is duplicated or of another type.
    @_lifetime(self: copy self)
    public mutating func field<Value: Decodable>(
        _ name: String, as type: Value?.Type
    ) throws(EventDecodingError) -> Value? {
        let data = event.data
        guard let range = try valueIfPresent(name, { try $0.readNull() ? nil : try $0.skipValue() }) ?? nil else {
            return nil
        }
        return try decoded(name, data.extracting(range).array, as: Value.self)
    }

    /// Reads the value of a case with one associated value that has no label.
    ///
    /// The value is the whole object. A value that is not an object is in the field `value`.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``EventDecodingError`` if it is missing, duplicated or of another type.
    @_lifetime(self: copy self)
    public mutating func only<Value: Decodable>(as type: Value.Type) throws(EventDecodingError) -> Value {
        suspendPass()
        do {
            let document = try JSONDocument(event.data.array)
            return try DocumentDecoder(document, at: 0, depth: 0, isWholePayload: true).value(type)
        } catch {
            throw EventDecodingError(codable: error, as: type, in: event)
        }
    }

    /// Reads the value of a case with one associated value that is optional and has no label, from the field `value`.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value; `nil` if the field is missing or `null`.
    /// - Throws: ``EventDecodingError`` if it is duplicated or of another type.
    @_lifetime(self: copy self)
    public mutating func only<Value: Decodable>(as type: Value?.Type) throws(EventDecodingError) -> Value? {
        try field(PayloadKey.value, as: type)
    }

    /// Decodes the value of a field by its `Codable` conformance.
    private func decoded<Value: Decodable>(
        _ name: String, _ value: [UInt8], as type: Value.Type
    ) throws(EventDecodingError) -> Value {
        // Wrapped in an object of its field, so that errors name the field and nesting counts as in the event.
        var object = JSONWriter()
        object.beginObject()
        object.key(name)
        object.raw(value)
        object.endObject()
        do {
            let document = try JSONDocument(object.bytes)
            return try DocumentDecoder(document, at: document.requiredField(name, of: 0), depth: 1).value(type)
        } catch {
            throw EventDecodingError(codable: error, as: type, in: event)
        }
    }
}
