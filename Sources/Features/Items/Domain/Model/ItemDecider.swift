public import DomainKit

/// The business rules of items.
///
/// An item is created once. On a deleted item, every command but restoring it is refused. A command that changes nothing
/// (renaming to the same name, completing a completed item, restoring one that is not deleted) succeeds without events. An item belongs to the
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
    /// - Throws: ``ItemError`` `alreadyExists`, `notFound`, `deleted` or `erased`.
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
            case .restore: []
            }
        case .deleted:
            guard case .restore = command else { throw ItemError(code: .deleted) }
            return [.restored]
        case .erased:
            guard case .create = command else { throw ItemError(code: .erased) }
            throw ItemError(code: .alreadyExists)
        }
    }

    /// Applies an event to an item.
    ///
    /// Events that violate the rules, which another program may have written, are ignored: a second creation,
    /// events before the creation, and events of a deleted item other than its restoring.
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
        case (.deleted(let name, let isCompleted, let owner), .restored):
            state = .present(name: name, isCompleted: isCompleted, owner: owner)
        case (_, .erased): state = .erased
        case (.none, _), (.present, .created), (.present, .restored), (.deleted, _), (.erased, _): break
        }
    }
}
