import DomainKit
public import FeatureAPI
public import ItemsDomain

/// The history of an item as JSON.
public struct ItemHistoryMessage: APIMessage, Hashable {
    /// An event of the item.
    public struct Event: APIMessage, Hashable {
        /// The kind of event: `created`, `renamed`, `completed`, `reopened`, `deleted`, `restored`.
        public let type: String

        /// The name that a creation or a renaming gave.
        public let name: String?

        /// When it happened, as RFC 3339.
        public let time: String

        /// The version of the item at this event.
        public let version: UInt64

        /// The form of an event.
        public static var schema: Schema? {
            .object(
                name: "ItemEvent",
                [
                    .init("type", .string()), .init("name", .string(), isRequired: false),
                    .init("time", .string(format: "date-time")), .init("version", .integer),
                ])
        }
    }

    /// The events, in order.
    public let events: [Event]

    /// The form of a history.
    public static var schema: Schema? {
        guard let event = Event.schema else { return nil }
        return .object(name: "ItemHistory", [.init("events", .array(event))])
    }

    /// Creates the message of a history.
    ///
    /// - Parameter history: The events, in order.
    public init(_ history: [ItemHistoryEntry]) {
        events = history.map { entry in
            let (type, name): (String, String?) =
                switch entry.event {
                case .created(let name, _): ("created", name)
                case .renamed(let name): ("renamed", name)
                case .completed: ("completed", nil)
                case .reopened: ("reopened", nil)
                case .deleted: ("deleted", nil)
                case .restored: ("restored", nil)
                case .erased: ("erased", nil)
                }
            return Event(type: type, name: name, time: entry.time.description, version: entry.version)
        }
    }

    /// The history.
    ///
    /// - Parameter owner: The user that the item belongs to.
    /// - Returns: The events, in order. Kinds that this program does not know are left out.
    /// - Throws: `TimeError` if the server sent something else.
    public func history(of owner: ItemOwner?) throws -> [ItemHistoryEntry] {
        try events.compactMap { entry in
            guard let event = entry.event(of: owner) else { return nil }
            return ItemHistoryEntry(event: event, time: try Instant(parsing: entry.time), version: entry.version)
        }
    }
}

extension ItemHistoryMessage.Event {
    fileprivate func event(of owner: ItemOwner?) -> ItemEvent? {
        switch (type, name) {
        case ("created", let name?): .created(name: name, owner: owner)
        case ("renamed", let name?): .renamed(name: name)
        case ("completed", _): .completed
        case ("reopened", _): .reopened
        case ("deleted", _): .deleted
        case ("restored", _): .restored
        case ("erased", _): .erased
        default: nil
        }
    }
}
