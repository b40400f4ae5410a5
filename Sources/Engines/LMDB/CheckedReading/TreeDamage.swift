/// Damage of a page that leads to entries, or of a value that it refers to.
public struct TreeDamage: Error, Sendable, CustomStringConvertible {
    /// The page, counted from 0.
    public let page: UInt64

    /// What is wrong with it.
    public let reason: String

    /// A lower bound of the page's keys, from the pages above it; 0 if there is none.
    public let minKey: UInt64

    /// Whether the page is sound but holds a key that is not eight bytes long.
    public var isForeignKey = false

    /// The page and the reason, on one line.
    public var description: String { "page \(page): \(reason)" }
}
