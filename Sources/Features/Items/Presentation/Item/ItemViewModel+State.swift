public import DomainKit
public import PresentationKit

extension ItemViewModel {
    /// What the screen of an item shows.
    public struct State: Sendable, Equatable {
        /// The item; `nil` while it does not exist.
        public internal(set) var item: Loadable<PresentedItem?> = .loading

        /// Its history in words, newest first; empty while the item does not exist.
        public internal(set) var history: Loadable<[HistoryLine]> = .loading

        /// Whether there are older lines of the history.
        public internal(set) var hasMoreHistory = false

        /// The name that is being edited; `nil` while none is.
        public internal(set) var name: FormField?

        /// Why the last change failed, which was taken back.
        public internal(set) var failure: PresentedError?

        /// Why the item is not kept up to date any more.
        var itemStaleness: PresentedError?

        /// Why the history lacks what happened last.
        var historyStaleness: PresentedError?

        /// Why the item or its history is not up to date any more; `nil` while both are.
        public var staleness: PresentedError? { itemStaleness ?? historyStaleness }
    }

    /// A line of the history.
    public struct HistoryLine: Sendable, Equatable, Identifiable {
        /// The version of the item at the event.
        public let id: UInt64

        /// When it happened.
        public let time: Instant

        /// What happened, in words.
        public let text: String
    }

    /// What the user of the screen can do.
    public enum Action: Sendable, Equatable {
        /// Show the item: loads it, and keeps it up to date.
        case appear

        /// Leave the item: it is not kept up to date any more.
        case disappear

        /// Load the item again.
        case retry

        /// Show older lines of the history.
        case loadMoreHistory

        /// Edit the name.
        case beginRenaming

        /// Type the new name.
        case typeName(String)

        /// Take over the name.
        case rename

        /// Keep the name as it was.
        case cancelRenaming

        /// Mark the item as completed.
        case complete

        /// Mark the item as not completed.
        case reopen

        /// Delete the item.
        case delete

        /// Restore the deleted item.
        case restore

        /// Go back to the list.
        case close

        /// Hide the failure.
        case dismissFailure
    }

    /// What the screen leaves to the flow.
    public enum Outcome: Sendable, Equatable {
        /// The user goes back to the list.
        case closed

        /// The session has ended.
        case sessionExpired
    }
}
