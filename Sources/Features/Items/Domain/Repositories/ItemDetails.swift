public import DomainKit

/// What queries tell of an item.
public struct ItemDetails: Sendable, Equatable, Identifiable {
    /// The item.
    public let id: ItemID

    /// What it is called; of a deleted item, what it was called last.
    public internal(set) var name: String

    /// Whether it is done.
    public internal(set) var isCompleted: Bool

    /// Whether it was deleted.
    public internal(set) var isDeleted: Bool

    /// When it was created.
    public let createdAt: Instant

    /// When something last happened to it.
    public internal(set) var updatedAt: Instant

    /// The version of its stream; events of foreign types are counted too.
    public internal(set) var version: UInt64

    /// Creates details, as a read model does that has them stored.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - name: What it is called; of a deleted item, what it was called last.
    ///   - isCompleted: Whether it is done.
    ///   - isDeleted: Whether it was deleted.
    ///   - createdAt: When it was created.
    ///   - updatedAt: When something last happened to it.
    ///   - version: The version of its stream; events of foreign types are counted too.
    public init(
        id: ItemID, name: String, isCompleted: Bool, isDeleted: Bool, createdAt: Instant, updatedAt: Instant,
        version: UInt64
    ) {
        self.id = id
        self.name = name
        self.isCompleted = isCompleted
        self.isDeleted = isDeleted
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.version = version
    }
}
