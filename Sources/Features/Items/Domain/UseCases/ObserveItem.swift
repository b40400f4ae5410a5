public import DomainKit

/// Observing one item: its present details, then its details after each change.
///
/// The value is `nil` until the item is created. `LiveValues` documents which values are delivered and how observing
/// ends.
public protocol ItemObserving: Sendable {
    /// Observes an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Live values of its details, even after it was deleted.
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
    ///   - changes: The change feed of the read model.
    public init(queries: any ItemQueries, changes: any ChangeFeed) {
        self.queries = queries
        self.changes = changes
    }

    /// Observes an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Live values of its details, even after it was deleted.
    public func callAsFunction(_ id: ItemID) -> LiveValues<ItemDetails?> {
        LiveValues(following: changes) { [queries] in try await queries.item(id) }
    }
}
