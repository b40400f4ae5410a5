import ArgumentParser
import DomainKit
import ItemsDomain
import Nacre
import NacreTool
import ProfileDomain

/// An item's id as an argument.
struct ItemArgument: ParsableArguments {
    @Argument(help: "The item's id, a UUID.", transform: parse)
    var id: ItemID

    /// The stream that holds the item's events.
    var stream: StreamName { Self.stream(of: id) }

    /// The stream that holds an item's events.
    static func stream(of id: ItemID) -> StreamName { StreamName("item-\(id)") }

    /// Reads an item's id.
    @Sendable
    static func parse(_ text: String) throws -> ItemID {
        do { return try ItemID(parsing: text) } catch { throw ArgumentParser.ValidationError(error.message) }
    }
}

/// A user's id as an argument.
struct UserArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The user's id.", valueName: "user"), transform: parse)
    var id: UserID

    /// The stream that holds the profile's events.
    var stream: StreamName { Self.stream(of: id) }

    /// The stream that holds a profile's events.
    static func stream(of id: UserID) -> StreamName { StreamName("profile-\(id.text)") }

    /// Reads a user's id.
    @Sendable
    static func parse(_ text: String) throws -> UserID {
        do { return try UserID(text) } catch { throw ArgumentParser.ValidationError(error.message) }
    }
}
