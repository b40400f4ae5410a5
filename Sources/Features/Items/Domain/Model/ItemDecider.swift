public import DomainKit

/// The business rules of items.
///
/// An item is created once. Deletion is permanent: every command on a deleted item is refused. A command that changes
/// nothing (renaming to the same name, completing a completed item) succeeds without events. An item belongs to the
/// owner that its creation names, for good; ``ItemAccess`` limits commands to the items of one owner.
public enum ItemDecider: Decider {
    /// An item that was never created.
    public static let initialState = Item.none

    /// Decides a command on an item.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - state: The item.
    /// - Returns: The events; empty if the command changes nothing.
    /// - Throws: ``ItemError`` `alreadyExists`, `notFound` or `deleted`.
    public static func decide(_ command: ItemCommand, _ state: Item) throws(ItemError) -> [ItemEvent] {
        switch state {
        case .none:
            guard case .create(let name, let owner) = command else { throw ItemError(code: .notFound) }
            return [.created(name: name.text, owner: owner)]
        case .present(let name, let isCompleted, _):
            return switch command {
            case .create: throw ItemError(code: .alreadyExists)
            case .rename(let new): new.matches(name) ? [] : [.renamed(name: new.text)]
            case .complete: isCompleted ? [] : [.completed]
            case .reopen: isCompleted ? [.reopened] : []
            case .delete: [.deleted]
            }
        case .deleted:
            throw ItemError(code: .deleted)
        }
    }

    /// Applies an event to an item.
    ///
    /// Events that violate the rules, which another program may have written, are ignored: a second creation, and
    /// events before the creation or after the deletion.
    ///
    /// - Parameters:
    ///   - state: The item.
    ///   - event: The event.
    public static func evolve(_ state: inout Item, _ event: ItemEvent) {
        switch (state, event) {
        case (.none, .created(let name, let owner)):
            state = .present(name: name, isCompleted: false, owner: owner)
        case (.present(_, let isCompleted, let owner), .renamed(let name)):
            state = .present(name: name, isCompleted: isCompleted, owner: owner)
        case (.present(let name, _, let owner), .completed):
            state = .present(name: name, isCompleted: true, owner: owner)
        case (.present(let name, _, let owner), .reopened):
            state = .present(name: name, isCompleted: false, owner: owner)
        case (.present(let name, let isCompleted, let owner), .deleted):
            state = .deleted(name: name, isCompleted: isCompleted, owner: owner)
        case (.none, _), (.present, .created), (.deleted, _): break
        }
    }
}
