extension JSONReader {
    /// Enters an object.
    ///
    /// - Throws: ``JSONError`` where the next value is something else.
    @_lifetime(self: copy self)
    public mutating func beginObject() throws(JSONError) {
        try beginValue()
        guard scanner.next == UInt8(ascii: "{") else { throw mismatch("an object") }
        try open(isObject: true)
    }

    /// Judges that the next value, which is still to be read, is an object.
    @_lifetime(self: copy self)
    mutating func requireObject() throws(JSONError) {
        try beginValue()
        guard scanner.next == UInt8(ascii: "{") else { throw mismatch("an object") }
    }

    /// Enters an array.
    ///
    /// - Throws: ``JSONError`` where the next value is something else.
    @_lifetime(self: copy self)
    public mutating func beginArray() throws(JSONError) {
        try beginValue()
        guard scanner.next == UInt8(ascii: "[") else { throw mismatch("an array") }
        try open(isObject: false)
    }

    /// Goes to the next key of the innermost object.
    ///
    /// Keys come as they stand, a repeated one as often as it is there. A key of at most 15 bytes is not allocated.
    ///
    /// - Returns: The key, whose value can be read next; `nil` at the end of the object, which is left then.
    /// - Throws: ``JSONError``.
    @_lifetime(self: copy self)
    public mutating func nextKey() throws(JSONError) -> String? {
        guard let token = try nextKeyToken() else { return nil }
        return try scanner.text(token)
    }

    /// Goes to the next element of the innermost array.
    ///
    /// - Returns: Whether there is one, to be read next; `false` at the end of the array, which is left then.
    /// - Throws: ``JSONError``.
    @_lifetime(self: copy self)
    public mutating func nextElement() throws(JSONError) -> Bool {
        if place == .value { try skipValue() }
        precondition(nesting.isInArray, "nextElement() is for the elements of an array that has been begun")
        scanner.skipWhiteSpace()
        if scanner.next == UInt8(ascii: "]") {
            close()
            return false
        }
        if place == .behindValue { try scanner.skip(",", "a comma or the end of the array") }
        place = .value
        return true
    }

    @_lifetime(self: copy self)
    mutating func nextKeyToken() throws(JSONError) -> JSONScanner.StringToken? {
        if place == .value { try skipValue() }
        precondition(nesting.isInObject, "nextKey() is for the keys of an object that has been begun")
        scanner.skipWhiteSpace()
        if scanner.next == UInt8(ascii: "}") {
            close()
            return nil
        }
        if place == .behindValue {
            try scanner.skip(",", "a comma or the end of the object")
            scanner.skipWhiteSpace()
        }
        guard scanner.next == UInt8(ascii: "\"") else { throw scanner.unexpected("a key in quotes") }
        let token = try scanner.string()
        scanner.skipWhiteSpace()
        try scanner.skip(":", "a colon behind the key")
        place = .value
        return token
    }

    /// Passes over what is left of the innermost objects and arrays, until no more than so many are open.
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

    /// The error of an opening beyond the limit; what surrounds the value counts neither in the limit nor in the levels.
    private func tooDeep() -> JSONError {
        let levels = nesting.depth + 1 - (nesting.limit - Limits.jsonNesting)
        return JSONError(
            .nesting, at: scanner.index, "nesting reaches \(levels) levels, the limit is \(Limits.jsonNesting)")
    }

    @_lifetime(self: copy self)
    private mutating func close() {
        nesting.close()
        scanner.index += 1
        place = .behindValue
    }
}
