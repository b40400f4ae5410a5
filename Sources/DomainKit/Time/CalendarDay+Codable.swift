extension CalendarDay: Codable {
    /// Reads the string that ``encode(to:)`` writes: `"2017-04-20"`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` with a ``TimeError`` as its cause if the string is not a valid day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorrupted(error.context(in: container))
        }
    }

    /// Writes the ``description`` as a string: the day in ISO 8601 format.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
