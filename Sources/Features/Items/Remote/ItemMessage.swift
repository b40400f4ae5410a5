public import DomainKit
public import FeatureAPI
public import ItemsDomain

/// An item as JSON.
public struct ItemMessage: APIMessage, Hashable {
    /// The id.
    public let id: String

    /// The name.
    public let name: String

    /// The user that it belongs to; `nil` if it is the operator's.
    public let owner: String?

    /// Whether it is completed.
    public let isCompleted: Bool

    /// Whether it was deleted.
    public let isDeleted: Bool

    /// When it was created, as RFC 3339.
    public let createdAt: String

    /// The time of its last event.
    public let updatedAt: String

    /// The version, which is also the entity tag.
    public let version: UInt64

    /// The form of an item.
    public static var schema: Schema? {
        .object(
            name: "Item",
            [
                .init("id", .string(format: "uuid")), .init("name", .string()),
                .init("owner", .string(format: "uuid"), isRequired: false), .init("isCompleted", .boolean),
                .init("isDeleted", .boolean), .init("createdAt", .string(format: "date-time")),
                .init("updatedAt", .string(format: "date-time")), .init("version", .integer),
            ])
    }

    /// Creates the message of an item.
    ///
    /// - Parameter details: The item.
    public init(_ details: ItemDetails) {
        id = details.id.description
        name = details.name
        owner = details.owner?.description
        isCompleted = details.isCompleted
        isDeleted = details.isDeleted
        createdAt = details.createdAt.description
        updatedAt = details.updatedAt.description
        version = details.version
    }

    /// The item.
    ///
    /// - Returns: The item.
    /// - Throws: `ValidationError` or `TimeError` if the server sent something else.
    public func details() throws -> ItemDetails {
        ItemDetails(
            id: try ItemID(parsing: id), name: name,
            owner: try owner.map { try ItemOwner(parsing: $0, field: "owner") },
            isCompleted: isCompleted, isDeleted: isDeleted, createdAt: try Instant(parsing: createdAt),
            updatedAt: try Instant(parsing: updatedAt), version: version)
    }
}

/// A page of items as JSON.
public struct ItemPageMessage: APIMessage, Hashable {
    /// The items, in order of creation.
    public let items: [ItemMessage]

    /// The cursor of the next page; `nil` if this is the last one.
    public let next: String?

    /// The form of a page.
    public static var schema: Schema? {
        guard let item = ItemMessage.schema else { return nil }
        return .object(name: "ItemPage", [.init("items", .array(item)), .init("next", .string(), isRequired: false)])
    }

    /// Creates the message of a page.
    ///
    /// - Parameter page: The page.
    public init(_ page: Page<ItemDetails>) {
        items = page.elements.map(ItemMessage.init)
        next = page.next.map(CursorText.text)
    }

    /// The page.
    ///
    /// - Returns: The page.
    /// - Throws: `ValidationError` or `TimeError` if the server sent something else.
    public func page() throws -> Page<ItemDetails> {
        Page(
            elements: try items.map { try $0.details() },
            next: try next.map { try CursorText.cursor($0, field: "next") })
    }
}
