extension Instant: Codable {
    /// Reads the string that ``encode(to:)`` writes: `"2017-04-20T11:13:14.123Z"`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` with a ``TimeError`` as its cause if the string is not a valid time within range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorrupted(error.context(in: container))
        }
    }

    /// Writes the ``description`` as a string: the instant in UTC in RFC 3339 format.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension TimeError {
    /// The context of a decoding error, with the coding path and the problem.
    func context(in container: any SingleValueDecodingContainer) -> DecodingError.Context {
        DecodingError.Context(codingPath: container.codingPath, debugDescription: message, underlyingError: self)
    }
}
