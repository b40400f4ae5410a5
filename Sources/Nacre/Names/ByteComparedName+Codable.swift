extension ByteComparedName {
    /// Reads the string that ``encode(to:)`` writes.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Errors of the decoder.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the name as a string.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension StreamName: Codable {}
extension EventType: Codable {}
extension Tag: Codable {}
