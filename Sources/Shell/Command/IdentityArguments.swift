import ArgumentParser
import DomainKit
import ItemsDomain
import Nacre
import NacreTool
import ProfileDomain

/// An item's id as an argument.
struct ItemArgument: ParsableArguments {
    @Argument(
        help: "The item's id, a UUID, or its beginning: at least 4 digits that no other item's id begins with.",
        transform: ItemReference.parse)
    var reference: ItemReference

    /// The stream of an item.
    static func stream(of id: ItemID) -> StreamName { StreamName("item-\(id)") }

    /// Parses an item's id.
    @Sendable
    static func parse(_ text: String) throws -> ItemID {
        do { return try ItemID(parsing: text) } catch { throw ArgumentParser.ValidationError(error.message) }
    }
}

/// The owner of items as an option.
struct OwnerOption: ParsableArguments {
    @Option(
        name: .customLong("owner"),
        help: ArgumentHelp("The id of the user to whom the items belong.", valueName: "uuid"), transform: parse)
    var owner: ItemOwner?

    /// The items of the owner; all items if none is given.
    var access: ItemAccess { owner.map(ItemAccess.owner) ?? .all }

    /// Parses an owner's id.
    @Sendable
    static func parse(_ text: String) throws -> ItemOwner {
        do {
            return try ItemOwner(parsing: text, field: "owner")
        } catch {
            throw ArgumentParser.ValidationError(error.message)
        }
    }
}

/// A user's id as an argument.
struct UserArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The user's id.", valueName: "user"), transform: parse)
    var id: UserID

    /// The profile's stream.
    var stream: StreamName { Self.stream(of: id) }

    /// The stream of a profile.
    static func stream(of id: UserID) -> StreamName { StreamName("profile-\(id.text)") }

    /// Parses a user's id.
    @Sendable
    static func parse(_ text: String) throws -> UserID {
        do { return try UserID(text) } catch { throw ArgumentParser.ValidationError(error.message) }
    }
}
