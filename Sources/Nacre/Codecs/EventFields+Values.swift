extension EventFields {
    /// Reads a text.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The text, escapes resolved.
    /// - Throws: ``EventDecodingError`` where the field is missing, there twice or no text.
    @_lifetime(self: copy self)
    public mutating func text(_ name: String) throws(EventDecodingError) -> String {
        do {
            return try required(name, find(name) { try $0.readString() })
        } catch {
            throw refusal(error)
        }
    }

    /// Reads a text that need not be there.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The text; `nil` where the field is missing or `null`.
    /// - Throws: ``EventDecodingError`` where the field is there twice or something else.
    @_lifetime(self: copy self)
    public mutating func textIfPresent(_ name: String) throws(EventDecodingError) -> String? {
        do {
            return try find(name) { try $0.readNull() ? nil : try $0.readString() } ?? nil
        } catch {
            throw refusal(error)
        }
    }

    /// Reads a whole number.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The number.
    /// - Throws: ``EventDecodingError`` where the field is missing, there twice or no whole number that fits.
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
    /// - Returns: The number nearest to the one written.
    /// - Throws: ``EventDecodingError`` where the field is missing, there twice or no number that fits.
    @_lifetime(self: copy self)
    public mutating func number(_ name: String) throws(EventDecodingError) -> Double {
        do {
            return try required(name, find(name) { try $0.readDouble() })
        } catch {
            throw refusal(error)
        }
    }

    /// Reads `true` or `false`.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: Which of them.
    /// - Throws: ``EventDecodingError`` where the field is missing, there twice or something else.
    @_lifetime(self: copy self)
    public mutating func bool(_ name: String) throws(EventDecodingError) -> Bool {
        do {
            return try required(name, find(name) { try $0.readBool() })
        } catch {
            throw refusal(error)
        }
    }

    /// Reads an array of texts.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The texts.
    /// - Throws: ``EventDecodingError`` where the field is missing, there twice or something else.
    @_lifetime(self: copy self)
    public mutating func texts(_ name: String) throws(EventDecodingError) -> [String] {
        do {
            return try required(name, find(name) { try $0.readStrings() })
        } catch {
            throw refusal(error)
        }
    }

    /// Reads a field of whatever shape.
    ///
    /// ```swift
    /// let seats = try fields.value("seats") { try Seats(reading: &$0) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - read: Reads the value; what it leaves of it is passed over.
    /// - Returns: What was read.
    /// - Throws: ``EventDecodingError`` where `read` throws, or the field is missing or there twice.
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
