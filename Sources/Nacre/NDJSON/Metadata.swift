/// What the line format asks of metadata that travels as JSON.
enum Metadata {
    /// Judges an object: what it says of correlation, causation and actor are names.
    static func validate(_ json: Span<UInt8>) throws {
        var reader = JSONReader(json)
        try reader.beginObject()
        while let token = try reader.nextKeyToken() {
            // A key with half of a surrogate pair has no text; it is within the grammar, and none of the three.
            guard let key = try? reader.scanner.text(token) else { continue }
            if EventContext.keys.contains(key) { try validateName(reader.readString(), as: key) }
        }
        try reader.end()
    }

    /// Whether metadata can travel as JSON.
    static func isValid(_ json: [UInt8]) -> Bool {
        do {
            try validate(json.span)
            return true
        } catch {
            return false
        }
    }
}
