extension StreamName {
    /// The part of the name before the first `-`, or the whole name if it has none.
    ///
    /// The category of `item-6f2d` is `item`. Its bytes are a prefix of those of the name.
    public var category: String {
        guard let dash = text.utf8.firstIndex(of: UInt8(ascii: "-")) else { return text }
        return String(text[..<dash])
    }

    // FMT-11: The id part of a stream name without a hyphen is the whole name.
    /// The part of the name after the first `-`, which identifies a stream within its category, or the whole name if
    /// it has none.
    ///
    /// The id of `item-6f2d` is `6f2d`, that of `account-eu-7` is `eu-7`, that of `settings` is `settings`.
    ///
    /// - Complexity: O(*n*) in the bytes of the name. An id of at most 15 bytes is not allocated.
    public var id: String {
        guard let dash = text.utf8.firstIndex(of: UInt8(ascii: "-")) else { return text }
        return String(text[text.utf8.index(after: dash)...])
    }

    /// Whether the stream is reserved for the store: its name begins with `$`.
    ///
    /// Its events are part of the log but do not belong to a domain.
    public var isReserved: Bool { text.utf8.first == UInt8(ascii: "$") }
}
