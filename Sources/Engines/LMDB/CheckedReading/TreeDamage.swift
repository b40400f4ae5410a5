/// What is wrong with a page that leads to entries, or a value that it refers to.
public struct TreeDamage: Error, Sendable, CustomStringConvertible {
    /// The page, counted from 0.
    public let page: UInt64

    /// What is wrong with it.
    public let reason: String

    /// The least key that the page can hold, as far as the pages above it tell; 0 where that is the first key of all.
    public let leastKey: UInt64

    /// Whether the page is sound, and holds a key of another length than eight bytes.
    public var isForeignKey = false

    /// The page and what is wrong with it, on one line.
    public var description: String { "page \(page): \(reason)" }
}
