/// A single forward pass over the fields of an object.
struct FieldPass: ~Escapable {
    // FEAT-11: The field pass remembers at most eight names in place.

    /// The progress of the pass.
    enum Progress {
        /// Before the object.
        case before

        /// Before a key.
        case inside

        /// After a key whose value has not been read.
        case afterKey

        /// After the object.
        case passed

        /// The data was read by another reader.
        case aside
    }

    var reader: JSONReader
    var progress = Progress.before

    /// The last key that was read.
    private var key = JSONScanner.StringToken(range: 0..<0, hasEscapes: false, isASCII: true)

    /// The places of the names read by the pass.
    ///
    /// Starts and ends are stored in half of the bytes that ranges take, because a smaller struct is copied faster.
    private var names = InlineArray<8, SIMD2<UInt32>>(repeating: .zero)
    private var count = 0

    @inline(__always)
    @_lifetime(copy data)
    init(over data: Span<UInt8>) {
        reader = JSONReader(data, nesting: Limits.jsonNesting)
    }

    /// Whether the next field has this name.
    ///
    /// If so, the pass is then after the name.
    @_lifetime(self: copy self)
    mutating func isNext(_ name: String) throws(JSONError) -> Bool {
        // If there are more names than this, fields are found by searching the object.
        guard count < names.count, try advanceToKey(), !key.hasEscapes, let end = UInt32(exactly: key.range.upperBound),
            reader.scanner.bytes.extracting(key.range).isEqual(to: name.utf8Span.span)
        else { return false }
        names[count] = SIMD2(UInt32(key.range.lowerBound), end)
        count += 1
        return true
    }

    /// Moves past the value of the field, even if it was read only in part.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func leaveValue() throws(JSONError) {
        if reader.nesting.depth > 1 { try reader.leave(to: 1) }
        progress = .inside
    }

    /// Moves back before the field, so that it can be requested again as another type.
    @_lifetime(self: copy self)
    mutating func stepBack() throws(JSONError) {
        reader = JSONReader(reader.scanner.bytes)
        try reader.beginObject()
        // The pass skips no field, so the fields read are the first ones.
        count -= 1
        for _ in 0..<count { _ = try reader.nextKeyToken() }
        progress = .inside
    }

    /// Validates the rest of the object.
    @_lifetime(self: copy self)
    mutating func end() throws {
        if progress == .aside { return }
        while try advanceToKey() {
            // Other fields are skipped, but one that was read must not occur again.
            for index in 0..<count {
                let name = reader.scanner.bytes.extracting(Int(names[index].x)..<Int(names[index].y))
                if reader.scanner.isKey(key, name) { throw EventFields.Repetition(name: name.text) }
            }
            try reader.scanner.validateUTF8(key)
            progress = .inside
        }
        try reader.end()
    }

    /// Advances to the next key, unless the pass is after one; `false` at the end of the object.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func advanceToKey() throws(JSONError) -> Bool {
        switch progress {
        case .afterKey: return true
        case .passed, .aside: return false
        case .before: try reader.beginObject()
        case .inside: break
        }
        guard let next = try reader.nextKeyToken() else {
            progress = .passed
            return false
        }
        key = next
        progress = .afterKey
        return true
    }
}

extension JSONScanner {
    /// Whether a key with its escapes decoded is the given name.
    func isKey(_ key: StringToken, _ name: Span<UInt8>) -> Bool {
        guard key.hasEscapes else { return bytes.extracting(key.range).isEqual(to: name) }
        do {
            return try text(key).utf8Span.span.isEqual(to: name)
        } catch {
            // A lone surrogate is valid JSON syntax but has no text, so it matches no requested name.
            return false
        }
    }
}
