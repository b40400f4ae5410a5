public import DomainKit

/// The rules of items.
///
/// An item is created once. Deleting is for good: whatever is wanted of a deleted item is refused. To want what is so
/// already (the same name, a completed item completed) is no mistake, and nothing happens.
public enum ItemDecider: Decider {
    /// An item that was never created.
    public static let initialState = Item.none

    /// Decides what happens when a command meets an item.
    ///
    /// - Parameters:
    ///   - command: What somebody wants.
    ///   - state: The item.
    /// - Returns: What happens; nothing where it is so already.
    /// - Throws: ``ItemError`` `alreadyExists`, `notFound` or `deleted`.
    public static func decide(_ command: ItemCommand, _ state: Item) throws(ItemError) -> [ItemEvent] {
        switch state {
        case .none:
            guard case .create(let name) = command else { throw ItemError(code: .notFound) }
            return [.created(name: name.text)]
        case .present(let name, let isCompleted):
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

    /// Takes an event into an item.
    ///
    /// Events that this decider would not have decided, which another program may have written, change nothing: an
    /// item is created once, nothing happens to it before, and nothing after it was deleted.
    ///
    /// - Parameters:
    ///   - state: The item.
    ///   - event: What has happened.
    public static func evolve(_ state: inout Item, _ event: ItemEvent) {
        switch (state, event) {
        case (.none, .created(let name)): state = .present(name: name, isCompleted: false)
        case (.present(_, let isCompleted), .renamed(let name)):
            state = .present(name: name, isCompleted: isCompleted)
        case (.present(let name, _), .completed): state = .present(name: name, isCompleted: true)
        case (.present(let name, _), .reopened): state = .present(name: name, isCompleted: false)
        case (.present(let name, let isCompleted), .deleted):
            state = .deleted(name: name, isCompleted: isCompleted)
        case (.none, _), (.present, .created), (.deleted, _): break
        }
    }
}
