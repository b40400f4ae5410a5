/// Which items a list shows.
public enum ItemFilter: String, Sendable, Hashable, CaseIterable {
    /// All that are not deleted.
    case all

    /// Those that are neither completed nor deleted.
    case open

    /// Those that are completed, and not deleted.
    case completed

    /// Those that are deleted.
    case deleted

    /// Whether an item is shown.
    func includes(_ item: PresentedItem) -> Bool {
        switch self {
        case .all: !item.isDeleted
        case .open: !item.isDeleted && !item.isCompleted
        case .completed: !item.isDeleted && item.isCompleted
        case .deleted: item.isDeleted
        }
    }
}
