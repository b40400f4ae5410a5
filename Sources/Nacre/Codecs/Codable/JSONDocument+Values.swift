extension JSONDocument {
    /// The text of a key or a string, with escapes decoded.
    func text(at node: Int) throws(JSONError) -> String {
        let bytes = bytes
        let span = bytes.span
        return try JSONScanner(span).text(nodes[node].token)
    }

    /// Reads a string.
    func string(at node: Int) throws(JSONError) -> String {
        guard nodes[node].kind == .string else { throw mismatch("a string", at: node) }
        return try text(at: node)
    }

    /// Reads a Boolean.
    func bool(at node: Int) throws(JSONError) -> Bool {
        guard nodes[node].kind == .bool else { throw mismatch("true or false", at: node) }
        return nodes[node].flag
    }

    /// Reads an integer.
    func integer<Value: FixedWidthInteger>(at node: Int, as type: Value.Type) throws(JSONError) -> Value {
        guard nodes[node].kind == .number else { throw mismatch("an integer", at: node) }
        let bytes = bytes
        let span = bytes.span
        let token = nodes[node].number
        // Only these types hold numbers that do not fit in an `Int`.
        if Value.bitWidth > Int.bitWidth || (Value.bitWidth == Int.bitWidth && !Value.isSigned), token.isInteger {
            if let value = Value(span.extracting(token.range).text) { return value }
        } else if let value = Value(exactly: try JSONScanner(span).integer(token)) {
            return value
        }
        throw token.isInteger
            ? JSONError(.outOfRange, at: token.range.lowerBound, "the number is outside \(Value.min) to \(Value.max)")
            : JSONError(
                .typeMismatch, at: token.range.lowerBound, "expected an integer, without fraction and exponent")
    }

    /// Reads a number.
    ///
    /// - Parameters:
    ///   - node: The node of the value.
    ///   - parse: Parses the number's text; `nil` if the type cannot represent it.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is not a number, or the type cannot represent it.
    func number<Value>(at node: Int, _ parse: (String) -> Value?) throws(JSONError) -> Value {
        guard nodes[node].kind == .number else { throw mismatch("a number", at: node) }
        let bytes = bytes
        let span = bytes.span
        let range = nodes[node].number.range
        guard let value = parse(span.extracting(range).text) else {
            throw JSONError(.outOfRange, at: range.lowerBound, "the number is too large for its type")
        }
        return value
    }

    /// The error for a value of another type than requested.
    func mismatch(_ wanted: StaticString, at node: Int) -> JSONError {
        let found: StaticString =
            switch nodes[node].kind {
            case .key, .string: "a string"
            case .number: "a number"
            case .bool: "true or false"
            case .null: "null"
            case .object: "an object"
            case .array: "an array"
            }
        return JSONError(.typeMismatch, at: offset(of: node), "expected \(wanted), found \(found)")
    }

    /// The offset of a value in the bytes.
    private func offset(of node: Int) -> Int {
        let start = Int(nodes[node].start)
        return nodes[node].kind == .string ? start - 1 : start
    }
}
