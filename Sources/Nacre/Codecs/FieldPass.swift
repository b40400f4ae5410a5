/// One pass over the fields of an object, from left to right.
struct FieldPass: ~Escapable {
    /// How far the pass has come.
    enum Progress {
        /// Before the object.
        case before

        /// Before a key.
        case inside

        /// Behind a key whose value is not read yet.
        case behindKey

        /// Behind the object.
        case behind

        /// The data was read in another way.
        case aside
    }

    var reader: JSONReader
    var progress = Progress.before

    /// The key that the pass stands behind.
    private var key = JSONScanner.StringToken(range: 0..<0, hasEscapes: false, isASCII: true)

    /// Where the names of the fields stand that the pass has read, which all stand in front of it.
    ///
    /// Beginnings and ends, in half of the bytes that ranges take: what is copied less is read faster.
    private var names = InlineArray<8, SIMD2<UInt32>>(repeating: .zero)
    private var count = 0

    @inline(__always)
    @_lifetime(copy data)
    init(over data: Span<UInt8>) {
        reader = JSONReader(data, nesting: Limits.jsonNesting)
    }

    /// Whether the pass comes to a field next, behind whose name it stands then.
    @_lifetime(self: copy self)
    mutating func isNext(_ name: String) throws(JSONError) -> Bool {
        // More names than these are found by looking through the object.
        guard count < names.count, try comesToKey(), !key.hasEscapes, let end = UInt32(exactly: key.range.upperBound),
            reader.scanner.bytes.extracting(key.range).isEqual(to: name.utf8Span.span)
        else { return false }
        names[count] = SIMD2(UInt32(key.range.lowerBound), end)
        count += 1
        return true
    }

    /// Goes behind the value of the field whose name was next, whether or not all of it was read.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func leaveValue() throws(JSONError) {
        if reader.nesting.depth > 1 { try reader.leave(to: 1) }
        progress = .inside
    }

    /// Goes back before the field whose name was next, so that whoever could not read it may ask for it again.
    @_lifetime(self: copy self)
    mutating func stepBack() throws(JSONError) {
        reader = JSONReader(reader.scanner.bytes)
        try reader.beginObject()
        // The pass leaves no field out, so those that it has read are the first ones.
        count -= 1
        for _ in 0..<count { _ = try reader.nextKeyToken() }
        progress = .inside
    }

    /// Judges the rest of the object.
    @_lifetime(self: copy self)
    mutating func end() throws {
        if progress == .aside { return }
        while try comesToKey() {
            for index in 0..<count {
                let name = reader.scanner.bytes.extracting(Int(names[index].x)..<Int(names[index].y))
                if reader.scanner.isKey(key, name) { throw EventFields.Repetition(name: name.text) }
            }
            try reader.scanner.validateUTF8(key)
            progress = .inside
        }
        try reader.end()
    }

    /// Goes on to the next key, unless the pass stands behind one; `false` at the end of the object.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func comesToKey() throws(JSONError) -> Bool {
        switch progress {
        case .behindKey: return true
        case .behind, .aside: return false
        case .before: try reader.beginObject()
        case .inside: break
        }
        guard let next = try reader.nextKeyToken() else {
            progress = .behind
            return false
        }
        key = next
        progress = .behindKey
        return true
    }
}

extension JSONScanner {
    /// Whether a key is a name, escapes resolved.
    func isKey(_ key: StringToken, _ name: Span<UInt8>) -> Bool {
        guard key.hasEscapes else { return bytes.extracting(key.range).isEqual(to: name) }
        do {
            return try text(key).utf8Span.span.isEqual(to: name)
        } catch {
            // Half of a surrogate pair has no text, so it is no name that anybody asks for; the grammar allows it.
            return false
        }
    }
}
