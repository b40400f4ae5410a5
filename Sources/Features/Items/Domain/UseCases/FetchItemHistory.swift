public import DomainKit

/// Fetching the history of an item, including a deleted one: its events in order.
///
/// Throws ``ItemError`` `notFound` if it was never created.
public protocol ItemHistoryFetching: UseCase where Input == ItemID, Output == [ItemHistoryEntry] {}

/// Fetches histories of items from a repository.
public struct FetchItemHistory: ItemHistoryFetching {
    private let repository: any ItemRepository

    /// Creates the use case.
    ///
    /// - Parameter repository: The repository of items.
    public init(repository: any ItemRepository) {
        self.repository = repository
    }

    /// Fetches the history of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its events, in order.
    /// - Throws: What ``ItemHistoryFetching`` throws.
    public func callAsFunction(_ id: ItemID) async throws -> [ItemHistoryEntry] {
        let history = try await repository.history(of: id)
        guard !history.isEmpty else { throw ItemError(code: .notFound, id: id) }
        return history
    }
}
