extension EventID: Codable {
    /// Reads the text that ``encode(to:)`` writes, in either case.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the text is not a UUID in its 36-character form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = EventID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(quoted(text)) is not the 36-character form of a UUID")
        }
        self = id
    }

    /// Writes the 36-character form of the UUID in lower case.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
