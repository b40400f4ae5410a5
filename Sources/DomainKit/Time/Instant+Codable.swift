extension Instant: Codable {
    /// Reads the text that ``encode(to:)`` writes: `"2017-04-20T11:13:14.123Z"`.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: `DecodingError`, whose cause is a ``TimeError``, where the text is no time that can be stored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorrupted(error.context(in: container))
        }
    }

    /// Writes one text, the ``description``: the moment in UTC as RFC 3339 writes it.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension TimeError {
    /// Where the text stands that is wrong, and what is wrong with it.
    func context(in container: any SingleValueDecodingContainer) -> DecodingError.Context {
        DecodingError.Context(codingPath: container.codingPath, debugDescription: message, underlyingError: self)
    }
}
