extension JSONReader {
    /// Enters an object.
    ///
    /// - Throws: ``JSONError`` if the next value is not an object.
    @_lifetime(self: copy self)
    public mutating func beginObject() throws(JSONError) {
        try beginValue()
        guard scanner.next == UInt8(ascii: "{") else { throw mismatch("an object") }
        try open(isObject: true)
    }

    /// Verifies that the next value is an object, without reading it.
    @_lifetime(self: copy self)
    mutating func requireObject() throws(JSONError) {
        try beginValue()
        guard scanner.next == UInt8(ascii: "{") else { throw mismatch("an object") }
    }

    /// Enters an array.
    ///
    /// - Throws: ``JSONError`` if the next value is not an array.
    @_lifetime(self: copy self)
    public mutating func beginArray() throws(JSONError) {
        try beginValue()
        guard scanner.next == UInt8(ascii: "[") else { throw mismatch("an array") }
        try open(isObject: false)
    }

    /// Advances to the next key of the innermost object.
    ///
    /// Keys are returned in their stored order, including repeated ones. A key of at most 15 bytes is not allocated.
    ///
    /// - Returns: The key, whose value can be read next; `nil` at the end of the object, which is then left.
    /// - Throws: ``JSONError``.
    @_lifetime(self: copy self)
    public mutating func nextKey() throws(JSONError) -> String? {
        guard let token = try nextKeyToken() else { return nil }
        return try scanner.text(token)
    }

    /// Advances to the next element of the innermost array.
    ///
    /// - Returns: Whether there is one, which can be read next; `false` at the end of the array, which is then left.
    /// - Throws: ``JSONError``.
    @_lifetime(self: copy self)
    public mutating func nextElement() throws(JSONError) -> Bool {
        // The caller may leave values unread.
        if place == .value { try skipValue() }
        precondition(nesting.isInArray, "call nextElement() only inside an array")
        scanner.skipWhiteSpace()
        if scanner.next == UInt8(ascii: "]") {
            close()
            return false
        }
        if place == .afterValue { try scanner.skip(",", "a comma or the end of the array") }
        place = .value
        return true
    }

    @_lifetime(self: copy self)
    mutating func nextKeyToken() throws(JSONError) -> JSONScanner.StringToken? {
        // The caller may leave values unread.
        if place == .value { try skipValue() }
        precondition(nesting.isInObject, "call nextKey() only inside an object")
        scanner.skipWhiteSpace()
        if scanner.next == UInt8(ascii: "}") {
            close()
            return nil
        }
        if place == .afterValue {
            try scanner.skip(",", "a comma or the end of the object")
            scanner.skipWhiteSpace()
        }
        guard scanner.next == UInt8(ascii: "\"") else { throw scanner.unexpected("a key in quotes") }
        let token = try scanner.string()
        scanner.skipWhiteSpace()
        try scanner.skip(":", "a colon after the key")
        place = .value
        return token
    }

    /// Skips the rest of the innermost objects and arrays, until only the given number are open.
    @_lifetime(self: copy self)
    mutating func leave(to depth: Int) throws(JSONError) {
        while nesting.depth > depth {
            if nesting.isInObject {
                if let key = try nextKeyToken() { try scanner.validateUTF8(key) }
            } else {
                _ = try nextElement()
            }
        }
    }

    @_lifetime(self: copy self)
    mutating func open(isObject: Bool) throws(JSONError) {
        guard nesting.open(isObject: isObject) else {
            throw tooDeep()
        }
        scanner.index += 1
        place = .opening
    }

    /// The error for nesting beyond the limit.
    ///
    /// The levels that enclose the value are counted neither in the limit nor in the figure.
    private func tooDeep() -> JSONError {
        let levels = nesting.depth + 1 - (nesting.limit - Limits.jsonNesting)
        return JSONError(
            .nesting, at: scanner.index, "nesting reaches \(levels) levels, the limit is \(Limits.jsonNesting)")
    }

    @_lifetime(self: copy self)
    private mutating func close() {
        nesting.close()
        scanner.index += 1
        place = .afterValue
    }
}
