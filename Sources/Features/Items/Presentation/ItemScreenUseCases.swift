public import ItemsDomain

/// The use cases that change an item on a screen.
public protocol ItemChangeUseCases: Sendable {
    /// Renames an item.
    var rename: any ItemRenaming { get }

    /// Marks an item as completed.
    var complete: any ItemCompleting { get }

    /// Marks an item as not completed.
    var reopen: any ItemReopening { get }

    /// Deletes an item.
    var delete: any ItemDeleting { get }

    /// Restores a deleted item.
    var restore: any ItemRestoring { get }
}

/// The use cases that a list of items shows and adds items with.
public protocol ItemCollectionUseCases: Sendable {
    /// Observes a page of the items.
    var observeAll: any ItemListObserving { get }

    /// Creates an item.
    var create: any ItemCreating { get }
}

/// The use cases that show an item by itself.
public protocol ItemShowingUseCases: Sendable {
    /// Observes an item.
    var observe: any ItemObserving { get }

    /// Fetches the history of an item.
    var fetchHistory: any ItemHistoryFetching { get }
}

/// The use cases of the screen ``ItemsViewModel``.
public typealias ItemListUseCases = ItemCollectionUseCases & ItemChangeUseCases

/// The use cases of the screen ``ItemViewModel``.
public typealias ItemDetailUseCases = ItemShowingUseCases & ItemChangeUseCases

extension ItemUseCases: ItemCollectionUseCases, ItemShowingUseCases, ItemChangeUseCases {}
