extension StreamName {
    /// The part of the name before the first `-`, or the whole name where it has none.
    ///
    /// The category of `item-6f2d` is `item`. The bytes of the category are a prefix of those of the name.
    public var category: String {
        guard let dash = text.utf8.firstIndex(of: UInt8(ascii: "-")) else { return text }
        return String(text[..<dash])
    }

    /// Whether the stream is one of the store's own, whose names begin with `$`: what is in it is part of the log and no
    /// domain's.
    public var isOfTheStore: Bool { text.utf8.first == UInt8(ascii: "$") }
}
