extension EventContext {
    /// Calls a closure with the bytes of each value of the context in an event's metadata.
    ///
    /// ``RecordedEvent/context``, queries and indexes read contexts through this function alone, so that they agree. Of
    /// a repeated key, the last value counts. Nothing is copied, unless a value is written with escapes.
    ///
    /// - Parameters:
    ///   - metadata: The metadata. If it is not a JSON object, or one of the values is not valid in an
    ///     ``EventContext``, the context is empty.
    ///   - body: Called at most once for each key, with the UTF-8 of its value.
    /// - Complexity: O(1) for metadata that does not begin like an object, otherwise O(*n*) in its bytes.
    package static func forEachValue(in metadata: Span<UInt8>, _ body: (ContextKey, Span<UInt8>) -> Void) {
        // Most events have no metadata, and a binary format should not pay for the error that describes it.
        guard metadata.beginsLikeObject else { return }
        if let plain = PlainContext(metadata) { return plain.forEach(in: metadata, body) }
        guard let values = WrittenValues(metadata) else { return }
        for key in ContextKey.allCases { values.withValue(of: key, in: metadata) { body(key, $0) } }
    }
}

/// The places of a context's values in metadata.
private struct WrittenValues {
    /// A value as it is written, or its text if it is written with escapes.
    private enum Value {
        case missing
        case bytes(Range<Int>)
        case unescaped(String)
    }

    private var values = InlineArray<3, Value>(repeating: .missing)

    /// Reads the values; `nil` if the metadata has no valid context.
    init?(_ metadata: Span<UInt8>) {
        do {
            try read(metadata)
        } catch {
            // Stores accept any metadata: what is not a context has none.
            return nil
        }
        for key in ContextKey.allCases {
            var isValid = true
            withValue(of: key, in: metadata) { isValid = $0.isName }
            guard isValid else { return nil }
        }
    }

    /// Calls a closure with the bytes of the key's value, if there is one.
    func withValue(of key: ContextKey, in metadata: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        switch values[key.place] {
        case .missing: break
        case .bytes(let range): body(metadata.extracting(range))
        case .unescaped(let text): body(text.utf8Span.span)
        }
    }

    private mutating func read(_ metadata: Span<UInt8>) throws(JSONError) {
        var reader = JSONReader(metadata)
        try reader.beginObject()
        while let token = try reader.nextKeyToken() {
            try reader.scanner.validateUTF8(token)
            guard let key = try ContextKey(token, in: reader.scanner) else { continue }
            let value = try reader.readStringToken()
            try reader.scanner.validateUTF8(value)
            values[key.place] =
                value.hasEscapes ? .unescaped(try reader.scanner.text(value)) : .bytes(value.range)
        }
        try reader.end()
    }
}

extension ContextKey {
    /// The key that a string is; `nil` if it is another one.
    fileprivate init?(_ token: JSONScanner.StringToken, in scanner: borrowing JSONScanner) throws(JSONError) {
        if token.hasEscapes {
            self.init(rawValue: try scanner.text(token))
            return
        }
        let bytes = scanner.bytes.extracting(token.range)
        for key in Self.allCases {
            let name = key.rawValue
            if name.utf8Span.span.isEqual(to: bytes) {
                self = key
                return
            }
        }
        return nil
    }
}

extension Span<UInt8> {
    /// Whether the first byte that is not white space opens an object.
    fileprivate var beginsLikeObject: Bool {
        for index in indices where !self[index].isJSONWhiteSpace { return self[index] == UInt8(ascii: "{") }
        return false
    }
}
