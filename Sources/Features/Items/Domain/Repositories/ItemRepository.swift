public import DomainKit

/// The repository of items.
///
/// `Repository` documents loading and saving. Conflicts name the stream `item-` followed by the item's id.
public protocol ItemRepository: Repository where Identity == ItemID, Model == ItemDecider {}
