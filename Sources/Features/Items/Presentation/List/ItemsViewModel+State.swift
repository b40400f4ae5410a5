public import ItemsDomain
public import PresentationKit

extension ItemsViewModel {
    /// What the list shows.
    public struct State: Sendable, Equatable {
        /// The items that match filter and search, in order of creation.
        public internal(set) var items: Loadable<[PresentedItem]> = .loading

        /// Which items are shown.
        public internal(set) var filter: ItemFilter

        /// What their names contain, in any case; empty for all names.
        public internal(set) var search: String

        /// Whether there may be more items that match.
        public internal(set) var hasMore = false

        /// Whether more items are being loaded.
        public internal(set) var isLoadingMore = false

        /// The name of the item to add.
        public internal(set) var newItem = FormField()

        /// Whether the item is being added.
        public internal(set) var isAdding = false

        /// The item that is being renamed in place.
        public internal(set) var renaming: Renaming?

        /// The change that failed last, and was taken back.
        public internal(set) var failure: ChangeFailure?

        /// What was done last, if the list does not show it; `nil` after the next action that changes what is shown.
        public internal(set) var notice: Notice?

        /// Why more items could not be loaded, or the items are not kept up to date any more; `nil` while they are.
        public internal(set) var staleness: PresentedError?

        /// Whether there is nothing to show.
        public var isEmpty: Bool { items.value?.isEmpty ?? false }
    }

    /// A name that is being edited.
    public struct Renaming: Sendable, Equatable {
        /// The item.
        public let id: ItemID

        /// Its new name.
        public internal(set) var name: FormField
    }

    /// A change that failed.
    public struct ChangeFailure: Sendable, Equatable {
        /// The item; `nil` if it was to be added.
        public let item: ItemID?

        /// Why it failed.
        public let error: PresentedError
    }

    /// What was done to an item that the list does not show.
    public struct Notice: Sendable, Equatable {
        /// The item.
        public let item: ItemID

        /// What was done, in words that the name follows: “Restored”, “Renamed to”.
        public let words: String

        /// The name of the item.
        public let name: String
    }

    /// What the user of the list can do.
    public enum Action: Sendable, Equatable {
        /// Show the list: loads it, and keeps it up to date.
        case appear

        /// Leave the list: it is not kept up to date any more.
        case disappear

        /// Load the list again.
        case retry

        /// Show more items.
        case loadMore

        /// Show other items.
        case filter(ItemFilter)

        /// Show items whose names contain a text.
        case search(String)

        /// Type the name of a new item.
        case typeNew(String)

        /// Add the item.
        case add

        /// Rename an item in place.
        case beginRenaming(ItemID)

        /// Type its new name.
        case typeName(String)

        /// Take over the name.
        case rename

        /// Keep the name as it was.
        case cancelRenaming

        /// Mark an item as completed.
        case complete(ItemID)

        /// Mark an item as not completed.
        case reopen(ItemID)

        /// Delete an item.
        case delete(ItemID)

        /// Restore a deleted item.
        case restore(ItemID)

        /// Show an item by itself.
        case open(ItemID)

        /// Hide the failure.
        case dismissFailure

        /// Hide the notice.
        case dismissNotice
    }

    /// What the list leaves to the flow.
    public enum Outcome: Sendable, Equatable {
        /// The user opens an item.
        case opened(ItemID)

        /// The session has ended.
        case sessionExpired
    }
}
