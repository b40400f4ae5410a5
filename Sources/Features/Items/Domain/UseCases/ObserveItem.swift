public import DomainKit

/// Observing one item: what is known of it now, and then each time that it has changed.
///
/// The value is `nil` while it was never created. `LiveValues` says what comes, what does not, and how it ends.
public protocol ItemObserving: Sendable {
    /// Observes an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, also when it was deleted.
    func callAsFunction(_ id: ItemID) -> LiveValues<ItemDetails?>
}

/// Observes one item of a read model.
public struct ObserveItem: ItemObserving {
    private let queries: any ItemQueries
    private let changes: any ChangeFeed

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - queries: The read model.
    ///   - changes: What tells of its changes.
    public init(queries: any ItemQueries, changes: any ChangeFeed) {
        self.queries = queries
        self.changes = changes
    }

    /// Observes an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, also when it was deleted.
    public func callAsFunction(_ id: ItemID) -> LiveValues<ItemDetails?> {
        LiveValues(following: changes) { [queries] in try await queries.item(id) }
    }
}
