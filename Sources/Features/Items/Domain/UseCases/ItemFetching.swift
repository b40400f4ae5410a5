public import DomainKit

/// Fetching one item, also a deleted one.
///
/// Throws ``ItemError`` `notFound` where it was never created.
public protocol ItemFetching: UseCase where Input == ItemID, Output == ItemDetails {}
