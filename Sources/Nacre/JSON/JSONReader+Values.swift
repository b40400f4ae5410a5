extension JSONReader {
    /// Reads a string.
    ///
    /// - Returns: The text with escapes decoded and otherwise unchanged: nothing is normalised.
    /// - Throws: ``JSONError`` if the next value is not a string, is not UTF-8, or has a lone surrogate.
    @_lifetime(self: copy self)
    public mutating func readString() throws(JSONError) -> String {
        let token = try readStringToken()
        return try scanner.text(token)
    }

    /// Reads a string without copying it, and without validating its UTF-8.
    @_lifetime(self: copy self)
    mutating func readStringToken() throws(JSONError) -> JSONScanner.StringToken {
        try beginValue()
        guard scanner.next == UInt8(ascii: "\"") else { throw mismatch("a string") }
        let token = try scanner.string()
        place = .afterValue
        return token
    }

    /// Reads an integer, written without fraction and exponent.
    ///
    /// - Returns: The number.
    /// - Throws: ``JSONError`` if the next value is not an integer, or does not fit an `Int`.
    @_lifetime(self: copy self)
    public mutating func readInt() throws(JSONError) -> Int {
        try beginValue()
        guard let next = scanner.next, next == UInt8(ascii: "-") || next.isDigit else {
            throw mismatch("an integer")
        }
        let token = try scanner.number()
        place = .afterValue
        return try scanner.integer(token)
    }

    /// Reads a number.
    ///
    /// - Returns: The nearest representable number; zero on underflow.
    /// - Throws: ``JSONError`` if the next value is not a number, or is too large for a `Double`.
    @_lifetime(self: copy self)
    public mutating func readDouble() throws(JSONError) -> Double {
        try beginValue()
        guard let next = scanner.next, next == UInt8(ascii: "-") || next.isDigit else { throw mismatch("a number") }
        let token = try scanner.number()
        place = .afterValue
        return try scanner.double(token)
    }

    /// Reads a Boolean.
    ///
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the next value is not a Boolean.
    @_lifetime(self: copy self)
    public mutating func readBool() throws(JSONError) -> Bool {
        try beginValue()
        let value: Bool
        switch scanner.next {
        case UInt8(ascii: "t"):
            try scanner.skipLiteral("true")
            value = true
        case UInt8(ascii: "f"):
            try scanner.skipLiteral("false")
            value = false
        default: throw mismatch("true or false")
        }
        place = .afterValue
        return value
    }

    /// Reads `null` if it is the next value.
    ///
    /// - Returns: Whether it was; otherwise the next value is still to be read.
    /// - Throws: ``JSONError``.
    @_lifetime(self: copy self)
    public mutating func readNull() throws(JSONError) -> Bool {
        try beginValue()
        guard scanner.next == UInt8(ascii: "n") else { return false }
        try scanner.skipLiteral("null")
        place = .afterValue
        return true
    }

    /// Skips a value of any type, and validates its syntax.
    ///
    /// - Returns: The range of the value, without surrounding white space.
    /// - Throws: ``JSONError``.
    /// - Complexity: O(*n*) in the bytes of the value.
    @discardableResult
    @_lifetime(self: copy self)
    public mutating func skipValue() throws(JSONError) -> Range<Int> {
        try beginValue()
        let start = scanner.index
        let depth = nesting.depth
        try skipScalarOrOpen()
        // A loop, so that deep nesting cannot overflow the stack.
        while nesting.depth > depth {
            if nesting.isInObject {
                guard let key = try nextKeyToken() else { continue }
                try scanner.validateUTF8(key)
            } else {
                guard try nextElement() else { continue }
            }
            scanner.skipWhiteSpace()
            try skipScalarOrOpen()
        }
        return start..<scanner.index
    }

    @_lifetime(self: copy self)
    private mutating func skipScalarOrOpen() throws(JSONError) {
        switch scanner.next {
        case UInt8(ascii: "\""): try scanner.validateUTF8(scanner.string())
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: _ = try scanner.number()
        case UInt8(ascii: "t"): try scanner.skipLiteral("true")
        case UInt8(ascii: "f"): try scanner.skipLiteral("false")
        case UInt8(ascii: "n"): try scanner.skipLiteral("null")
        case UInt8(ascii: "{"): return try open(isObject: true)
        case UInt8(ascii: "["): return try open(isObject: false)
        default: throw scanner.unexpected("a value")
        }
        place = .afterValue
    }

    @_lifetime(self: copy self)
    mutating func beginValue() throws(JSONError) {
        precondition(place == .value, "read a value once, after nextKey() or nextElement() or at the beginning")
        scanner.skipWhiteSpace()
        guard scanner.next != nil else { throw scanner.unexpected("a value") }
    }

    /// The error for a value of another type than requested, or for no value.
    func mismatch(_ wanted: StaticString) -> JSONError {
        let found: StaticString
        switch scanner.nextKind {
        case .string: found = "a string"
        case .number: found = "a number"
        case .bool: found = "true or false"
        case .null: found = "null"
        case .object: found = "an object"
        case .array: found = "an array"
        case nil: return scanner.unexpected(wanted)
        }
        return JSONError(.typeMismatch, at: scanner.index, "expected \(wanted), found \(found)")
    }
}
