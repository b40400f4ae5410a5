public import DomainKit

/// Fetching one item, including a deleted one.
///
/// Throws ``ItemError`` `notFound` if it was never created.
public protocol ItemFetching: UseCase where Input == ItemID, Output == ItemDetails {}

/// Fetches one item from a read model.
public struct FetchItem: ItemFetching {
    private let queries: any ItemQueries

    /// Creates the use case.
    ///
    /// - Parameter queries: The read model.
    public init(queries: any ItemQueries) {
        self.queries = queries
    }

    /// Fetches an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, even if it was deleted.
    /// - Throws: What ``ItemFetching`` throws.
    public func callAsFunction(_ id: ItemID) async throws -> ItemDetails {
        guard let details = try await queries.item(id) else { throw ItemError(code: .notFound, id: id) }
        return details
    }
}
