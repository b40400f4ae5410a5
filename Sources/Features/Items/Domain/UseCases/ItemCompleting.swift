public import DomainKit

/// Completing an item; one that is completed already stays as it is.
///
/// Throws ``ItemError`` `notFound` or `deleted`.
public protocol ItemCompleting: UseCase where Input == ItemID, Output == ItemDetails {}
