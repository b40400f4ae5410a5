public import DomainKit

/// Deleting an item, for good.
///
/// Throws ``ItemError`` `notFound` or `deleted`.
public protocol ItemDeleting: UseCase where Input == ItemID, Output == ItemDetails {}
