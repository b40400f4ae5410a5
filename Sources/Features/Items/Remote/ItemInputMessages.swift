public import DomainKit
public import FeatureAPI
public import ItemsDomain

/// A new item as JSON.
public struct NewItemMessage: APIMessage, Hashable {
    /// Its id; `nil` for a new one.
    public let id: String?

    /// Its name, not validated yet.
    public let name: String

    /// The form of a new item.
    public static var schema: Schema? {
        .object(
            name: "NewItem", [.init("id", .string(format: "uuid"), isRequired: false), .init("name", .string())])
    }

    /// Creates the message of a new item.
    ///
    /// - Parameter input: The input for creating it.
    public init(_ input: NewItem) {
        id = input.id?.description
        name = input.name
    }

    /// The input for creating the item.
    ///
    /// - Returns: The input.
    /// - Throws: `ValidationError` if the id is not a UUID.
    public func input() throws(ValidationError) -> NewItem {
        guard let id else { return NewItem(name: name) }
        return NewItem(id: try ItemID(parsing: id), name: name)
    }
}

/// A new name of an item as JSON.
public struct ItemNameMessage: APIMessage, Hashable {
    /// The name, not validated yet.
    public let name: String

    /// The form of a new name.
    public static var schema: Schema? { .object(name: "ItemName", [.init("name", .string())]) }

    /// Creates the message.
    ///
    /// - Parameter name: The name, not validated yet.
    public init(name: String) {
        self.name = name
    }
}
