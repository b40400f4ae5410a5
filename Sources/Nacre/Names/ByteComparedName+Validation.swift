extension ByteComparedName {
    /// Validates a name: 1 to 255 bytes of UTF-8, no control characters.
    ///
    /// - Parameter role: The role of the name, for the message.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``.
    public func validate(as role: String) throws(EventStoreError) {
        try validateName(text, as: role)
    }
}

/// Validates a text with the limits of a name.
func validateName(_ text: String, as role: String) throws(EventStoreError) {
    let bytes = text.utf8Span.span
    let count = bytes.count
    guard (1...Limits.nameBytes).contains(count) else {
        throw .invalid("\(withArticle(role)) is 1 to \(Limits.nameBytes) bytes of UTF-8, \(quoted(text)) has \(count)")
    }
    if bytes.hasControlCharacter {
        throw .invalid("\(withArticle(role)) has no control characters, \(quoted(text)) has one")
    }
}

extension Span<UInt8> {
    /// Whether bytes that are valid UTF-8 are within the limits of a name.
    var isName: Bool { (1...Limits.nameBytes).contains(count) && !hasControlCharacter }

    @inline(__always)
    fileprivate var hasControlCharacter: Bool {
        // C1 controls (U+0080 to U+009F) are 0xC2 followed by 0x80 to 0x9F in UTF-8, so bytes can be checked without
        // decoding. Nearly all names end with the first loop, which has no branches, so that it checks many bytes at a
        // time.
        var suspects: UInt8 = 0
        for index in indices {
            let byte = self[index]
            suspects |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) | (byte == 0xC2 ? 1 : 0)
        }
        guard suspects != 0 else { return false }
        var previous: UInt8 = 0
        for index in indices {
            let byte = self[index]
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return true }
            previous = byte
        }
        return false
    }
}

private func withArticle(_ noun: String) -> String {
    (noun.first.map("aeiou".contains) == true ? "an " : "a ") + noun
}

extension EventStoreError {
    /// The error for an argument outside its limits.
    static func invalid(_ message: String) -> EventStoreError {
        EventStoreError(.invalidArgument, message, outcome: .notWritten)
    }
}
