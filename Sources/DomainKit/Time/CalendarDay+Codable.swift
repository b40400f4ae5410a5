extension CalendarDay: Codable {
    /// Reads the text that ``encode(to:)`` writes: `"2017-04-20"`.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: `DecodingError`, whose cause is a ``TimeError``, where the text is no day of the calendar.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorrupted(error.context(in: container))
        }
    }

    /// Writes one text, the ``description``: the day as ISO 8601 writes it.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
