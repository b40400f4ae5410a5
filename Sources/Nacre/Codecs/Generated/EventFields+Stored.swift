// What the codecs call that are written by the macro `@StoredEvent`: the compiler finds by a value's type how it is read.

extension EventFields {
    /// Reads a text.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: String.Type) throws(EventDecodingError) -> String {
        try text(name)
    }

    /// Reads a whole number.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: Int.Type) throws(EventDecodingError) -> Int {
        try integer(name)
    }

    /// Reads `true` or `false`.
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

    /// Reads an array of texts.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: [String].Type) throws(EventDecodingError) -> [String] {
        try texts(name)
    }

    /// Reads a text that need not be there.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: String?.Type) throws(EventDecodingError) -> String? {
        try textIfPresent(name)
    }

    /// Reads a whole number that need not be there.
    @_lifetime(self: copy self)
    public mutating func field(_ name: String, as type: Int?.Type) throws(EventDecodingError) -> Int? {
        try valueIfPresent(name) { try $0.readNull() ? nil : try $0.readInt() } ?? nil
    }

    /// Reads a value of any type that is `Codable`, as ``CodableEventCodec`` does.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``EventDecodingError`` where the field is missing, there twice or of another kind.
    @_lifetime(self: copy self)
    public mutating func field<Value: Decodable>(
        _ name: String, as type: Value.Type
    ) throws(EventDecodingError) -> Value {
        let data = event.data
        let range = try value(name) { try $0.skipValue() }
        return try decoded(name, data.extracting(range).array, as: type)
    }

    /// Reads a value of any type that is `Codable` and need not be there.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - type: The type of the value.
    /// - Returns: The value; `nil` where the field is missing or `null`.
    /// - Throws: ``EventDecodingError`` where the field is there twice or of another kind.
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

    /// Reads the only value of a case, which has no label: the whole object, or, where it is none, the field `value`.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``EventDecodingError`` where it is missing, there twice or of another kind.
    @_lifetime(self: copy self)
    public mutating func only<Value: Decodable>(as type: Value.Type) throws(EventDecodingError) -> Value {
        standAside()
        do {
            let document = try JSONDocument(event.data.array)
            return try DocumentDecoder(document, at: 0, depth: 0, isWholePayload: true).value(type)
        } catch {
            throw EventDecodingError(codable: error, as: type, in: event)
        }
    }

    /// Reads the only value of a case, which has no label and need not be there: the field `value`.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value; `nil` where the field is missing or `null`.
    /// - Throws: ``EventDecodingError`` where it is there twice or of another kind.
    @_lifetime(self: copy self)
    public mutating func only<Value: Decodable>(as type: Value?.Type) throws(EventDecodingError) -> Value? {
        try field(PayloadKey.value, as: type)
    }

    /// Reads the value of a field by its own `Codable` code.
    private func decoded<Value: Decodable>(
        _ name: String, _ value: [UInt8], as type: Value.Type
    ) throws(EventDecodingError) -> Value {
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
