import DomainKit
public import ItemsDomain

/// An item as a screen shows it, with the changes that are under way.
public struct PresentedItem: Sendable, Equatable, Identifiable {
    /// The item.
    public let id: ItemID

    /// Its name.
    public internal(set) var name: String

    /// Whether it is completed.
    public internal(set) var isCompleted: Bool

    /// Whether it is deleted.
    public internal(set) var isDeleted: Bool

    /// Whether a change of it is under way; no other is offered until it has ended.
    public internal(set) var isChanging = false

    /// Presents an item.
    init(_ details: ItemDetails) {
        id = details.id
        name = details.name
        isCompleted = details.isCompleted
        isDeleted = details.isDeleted
    }
}

/// A change that is shown before it is recorded.
enum ItemChange: Sendable {
    case rename(String)
    case complete
    case reopen
    case delete
    case restore

    /// Shows the change.
    func apply(to item: inout PresentedItem) {
        switch self {
        case .rename(let name): item.name = name
        case .complete: item.isCompleted = true
        case .reopen: item.isCompleted = false
        case .delete: item.isDeleted = true
        case .restore: item.isDeleted = false
        }
        item.isChanging = true
    }

    /// What was done, in words that the item's name follows.
    var words: String {
        switch self {
        case .rename: "Renamed to"
        case .complete: "Completed"
        case .reopen: "Reopened"
        case .delete: "Deleted"
        case .restore: "Restored"
        }
    }

    /// Makes the change.
    func callAsFunction(_ id: ItemID, by useCases: any ItemChangeUseCases) async throws -> ItemDetails {
        switch self {
        case .rename(let name): try await useCases.rename(id, to: name)
        case .complete: try await useCases.complete(id)
        case .reopen: try await useCases.reopen(id)
        case .delete: try await useCases.delete(id)
        case .restore: try await useCases.restore(id)
        }
    }
}
