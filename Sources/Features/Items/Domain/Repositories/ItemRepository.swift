public import DomainKit

/// Where the histories of items are kept.
///
/// `Repository` says what loading and saving promise. The stream that conflicts name is `item-` and the item's id.
public protocol ItemRepository: Repository where Identity == ItemID, Model == ItemDecider {}
