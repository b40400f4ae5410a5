extension StreamName {
    /// The part of the name before the first `-`, or the whole name where it has none.
    ///
    /// The category of `item-6f2d` is `item`. The bytes of the category are a prefix of those of the name.
    public var category: String {
        guard let dash = text.utf8.firstIndex(of: UInt8(ascii: "-")) else { return text }
        return String(text[..<dash])
    }

    /// The part of the name behind the first `-`, which distinguishes the things of a category; the whole name where it
    /// has no `-`, which is the stream of a category with one thing.
    ///
    /// The id of `item-6f2d` is `6f2d`, that of `account-eu-7` is `eu-7`, that of `settings` is `settings`.
    ///
    /// - Complexity: O(*n*) in the bytes of the name; an id of at most 15 bytes allocates nothing.
    public var id: String {
        guard let dash = text.utf8.firstIndex(of: UInt8(ascii: "-")) else { return text }
        return String(text[text.utf8.index(after: dash)...])
    }

    /// Whether the stream is one of the store's own, whose names begin with `$`: what is in it is part of the log and no
    /// domain's.
    public var isOfTheStore: Bool { text.utf8.first == UInt8(ascii: "$") }
}
