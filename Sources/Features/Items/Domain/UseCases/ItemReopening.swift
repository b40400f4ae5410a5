public import DomainKit

/// Reopening a completed item; one that is open already stays as it is.
///
/// Throws ``ItemError`` `notFound` or `deleted`.
public protocol ItemReopening: UseCase where Input == ItemID, Output == ItemDetails {}
