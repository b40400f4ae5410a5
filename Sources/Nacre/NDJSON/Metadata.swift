/// The requirements of the line format on metadata in JSON.
enum Metadata {
    /// Validates an object: its correlation, causation and actor must be valid names.
    static func validate(_ json: Span<UInt8>) throws {
        var reader = JSONReader(json)
        try reader.beginObject()
        while let token = try reader.nextKeyToken() {
            // A key with a lone surrogate is valid JSON but has no text, so it is none of the three.
            guard let key = try? reader.scanner.text(token) else { continue }
            if EventContext.keys.contains(key) { try validateName(reader.readString(), as: key) }
        }
        try reader.end()
    }

    /// Whether metadata can be written as JSON.
    static func isValid(_ json: [UInt8]) -> Bool {
        do {
            try validate(json.span)
            return true
        } catch {
            return false
        }
    }
}
