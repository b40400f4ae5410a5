public import DomainKit

/// The details of an item in the read model.
public struct ItemDetails: Sendable, Equatable, Identifiable {
    /// The item.
    public let id: ItemID

    /// Its name; for a deleted item, its last one.
    public internal(set) var name: String

    /// The user that it belongs to; `nil` if it is the operator's.
    public let owner: ItemOwner?

    /// Whether it is completed.
    public internal(set) var isCompleted: Bool

    /// Whether it was deleted.
    public internal(set) var isDeleted: Bool

    /// When it was created.
    public let createdAt: Instant

    /// The time of its last event.
    public internal(set) var updatedAt: Instant

    /// The version of its stream, which counts events of foreign types too.
    public internal(set) var version: UInt64

    /// Creates details, for read models that store them.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - name: Its name; for a deleted item, its last one.
    ///   - owner: The user that it belongs to; `nil` if it is the operator's.
    ///   - isCompleted: Whether it is completed.
    ///   - isDeleted: Whether it was deleted.
    ///   - createdAt: When it was created.
    ///   - updatedAt: The time of its last event.
    ///   - version: The version of its stream, which counts events of foreign types too.
    public init(
        id: ItemID, name: String, owner: ItemOwner? = nil, isCompleted: Bool, isDeleted: Bool, createdAt: Instant,
        updatedAt: Instant, version: UInt64
    ) {
        self.id = id
        self.name = name
        self.owner = owner
        self.isCompleted = isCompleted
        self.isDeleted = isDeleted
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.version = version
    }
}
