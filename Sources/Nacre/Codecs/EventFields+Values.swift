extension EventFields {
    /// Reads a string.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The string, with escapes decoded.
    /// - Throws: ``EventDecodingError`` if the field is missing, duplicated or not a string.
    @_lifetime(self: copy self)
    public mutating func text(_ name: String) throws(EventDecodingError) -> String {
        do {
            return try required(name, find(name) { try $0.readString() })
        } catch {
            throw refusal(error)
        }
    }

    /// Reads an optional string.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The string; `nil` if the field is missing or `null`.
    /// - Throws: ``EventDecodingError`` if the field is duplicated or of another type.
    @_lifetime(self: copy self)
    public mutating func textIfPresent(_ name: String) throws(EventDecodingError) -> String? {
        do {
            return try find(name) { try $0.readNull() ? nil : try $0.readString() } ?? nil
        } catch {
            throw refusal(error)
        }
    }

    /// Reads an integer.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The number.
    /// - Throws: ``EventDecodingError`` if the field is missing, duplicated, or not an integer that fits.
    @_lifetime(self: copy self)
    public mutating func integer(_ name: String) throws(EventDecodingError) -> Int {
        do {
            return try required(name, find(name) { try $0.readInt() })
        } catch {
            throw refusal(error)
        }
    }

    /// Reads a number.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The nearest representable number.
    /// - Throws: ``EventDecodingError`` if the field is missing, duplicated, or not a number that fits.
    @_lifetime(self: copy self)
    public mutating func number(_ name: String) throws(EventDecodingError) -> Double {
        do {
            return try required(name, find(name) { try $0.readDouble() })
        } catch {
            throw refusal(error)
        }
    }

    /// Reads a Boolean.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The value.
    /// - Throws: ``EventDecodingError`` if the field is missing, duplicated or not a Boolean.
    @_lifetime(self: copy self)
    public mutating func bool(_ name: String) throws(EventDecodingError) -> Bool {
        do {
            return try required(name, find(name) { try $0.readBool() })
        } catch {
            throw refusal(error)
        }
    }

    /// Reads an array of strings.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The strings.
    /// - Throws: ``EventDecodingError`` if the field is missing, duplicated or of another type.
    @_lifetime(self: copy self)
    public mutating func texts(_ name: String) throws(EventDecodingError) -> [String] {
        do {
            return try required(name, find(name) { try $0.readStrings() })
        } catch {
            throw refusal(error)
        }
    }

    /// Reads a field of any shape.
    ///
    /// ```swift
    /// let seats = try fields.value("seats") { try Seats(reading: &$0) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - read: Called with a reader of the value. What it does not read is skipped.
    /// - Returns: The result of `read`.
    /// - Throws: ``EventDecodingError`` if `read` throws, or the field is missing or duplicated.
    @_lifetime(self: copy self)
    public mutating func value<Value>(
        _ name: String, _ read: (inout JSONReader) throws -> Value
    ) throws(EventDecodingError) -> Value {
        do {
            return try required(name, find(name, read))
        } catch {
            throw refusal(error)
        }
    }

    @inline(__always)
    private func required<Value>(_ name: String, _ value: Value?) throws(EventDecodingError) -> Value {
        guard let value else {
            throw EventDecodingError(.missingField, "it has no field \(quoted(name))", in: event)
        }
        return value
    }
}

extension JSONReader {
    @_lifetime(self: copy self)
    fileprivate mutating func readStrings() throws(JSONError) -> [String] {
        var texts: [String] = []
        try beginArray()
        while try nextElement() { texts.append(try readString()) }
        return texts
    }
}
