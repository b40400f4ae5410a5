public import DomainKit
public import FeatureAPI
public import ItemsDomain

/// Several changes of an item as JSON, which take effect together.
public struct ItemChangesMessage: APIMessage, Hashable {
    /// A change as JSON.
    public struct Change: APIMessage, Hashable {
        /// `create`, `rename`, `complete`, `reopen` or `delete`.
        public let type: String

        /// For `create` and `rename`, the name, not validated yet.
        public let name: String?

        /// The form of a change.
        public static var schema: Schema? {
            .object(name: "ItemChange", [.init("type", .string()), .init("name", .string(), isRequired: false)])
        }
    }

    /// The changes, in order, 1 to 100.
    public let changes: [Change]

    /// The form of changes.
    public static var schema: Schema? {
        guard let change = Change.schema else { return nil }
        return .object(name: "ItemChanges", [.init("changes", .array(change))])
    }

    /// Creates the message of events, whose owners it does not contain.
    ///
    /// - Parameter events: The events that the changes are to lead to.
    public init(_ events: [ItemEvent]) {
        changes = events.map { event in
            switch event {
            case .created(let name, _): Change(type: "create", name: name)
            case .renamed(let name): Change(type: "rename", name: name)
            case .completed: Change(type: "complete", name: nil)
            case .reopened: Change(type: "reopen", name: nil)
            case .deleted: Change(type: "delete", name: nil)
            case .restored: Change(type: "restore", name: nil)
            // No command leads to it, so the server refuses it.
            case .erased: Change(type: "erased", name: nil)
            }
        }
    }

    /// The same changes, with names as they are recorded.
    ///
    /// - Throws: `ValidationError` with the failures of all changes.
    public var trimmed: ItemChangesMessage {
        get throws(ValidationError) { ItemChangesMessage(try commands().map(Change.init)) }
    }

    private init(_ changes: [Change]) {
        self.changes = changes
    }

    /// The commands.
    ///
    /// - Returns: A command for each change.
    /// - Throws: `ValidationError` with the failures of all changes.
    public func commands() throws(ValidationError) -> [ItemCommand] {
        try changes.validatedEach(field: "changes", count: 1...100) { change throws(ValidationError) in
            try change.command()
        }
    }
}

extension ItemChangesMessage.Change {
    fileprivate init(_ command: ItemCommand) {
        switch command {
        case .create(let name, _): self.init(type: "create", name: name.text)
        case .rename(let name): self.init(type: "rename", name: name.text)
        case .complete: self.init(type: "complete", name: nil)
        case .reopen: self.init(type: "reopen", name: nil)
        case .delete: self.init(type: "delete", name: nil)
        case .restore: self.init(type: "restore", name: nil)
        }
    }

    fileprivate func command() throws(ValidationError) -> ItemCommand {
        switch (type, name) {
        case ("create", let name?): return .create(name: try ItemName(name))
        case ("rename", let name?): return .rename(to: try ItemName(name))
        case ("create", nil), ("rename", nil): throw failure("name", "is missing: give the name")
        case ("complete", nil): return .complete
        case ("reopen", nil): return .reopen
        case ("delete", nil): return .delete
        case ("restore", nil): return .restore
        case ("complete", _), ("reopen", _), ("delete", _), ("restore", _):
            throw failure("name", "belongs to create and rename alone: leave it out")
        default: throw failure("type", "is unknown: give create, rename, complete, reopen, delete or restore")
        }
    }

    private func failure(_ field: String, _ message: String) -> ValidationError {
        ValidationError(ValidationFailure(field: field, value: "", message: message))
    }
}
