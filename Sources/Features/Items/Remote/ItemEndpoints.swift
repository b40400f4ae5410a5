public import FeatureAPI

/// The endpoints of items: each sees and changes the items of the session's account alone, unless an operator asks for
/// another scope.
public enum ItemEndpoints {
    /// Lists items, page by page.
    public static let list = Endpoint<ItemPageParameters, NoMessage, ItemPageMessage>(
        "listItems", .get, "/v1/items", "Lists items in order of creation.", .session)

    /// Creates an item.
    public static let create = Endpoint<NoParameters, NewItemMessage, ItemMessage>(
        "createItem", .post, "/v1/items", "Creates an item.", success: 201, [.session, .versioned])

    /// Shows an item.
    public static let fetch = Endpoint<ItemParameters, NoMessage, ItemMessage>(
        "fetchItem", .get, "/v1/items/{id}", "Shows an item, even if it was deleted.", [.session, .versioned])

    /// Renames an item.
    public static let rename = Endpoint<ItemParameters, ItemNameMessage, ItemMessage>(
        "renameItem", .patch, "/v1/items/{id}", "Renames an item.", [.session, .precondition, .versioned])

    /// Deletes an item.
    public static let delete = Endpoint<ItemParameters, NoMessage, ItemMessage>(
        "deleteItem", .delete, "/v1/items/{id}", "Deletes an item.",
        [.session, .precondition, .versioned])

    /// Completes an item.
    public static let complete = Endpoint<ItemParameters, NoMessage, ItemMessage>(
        "completeItem", .post, "/v1/items/{id}/complete", "Marks an item as completed.",
        [.session, .precondition, .versioned])

    /// Reopens an item.
    public static let reopen = Endpoint<ItemParameters, NoMessage, ItemMessage>(
        "reopenItem", .post, "/v1/items/{id}/reopen", "Marks an item as not completed.",
        [.session, .precondition, .versioned])

    /// Restores a deleted item.
    public static let restore = Endpoint<ItemParameters, NoMessage, ItemMessage>(
        "restoreItem", .post, "/v1/items/{id}/restore", "Restores a deleted item.",
        [.session, .precondition, .versioned])

    /// Changes an item by several changes, which take effect together.
    public static let revise = Endpoint<ItemParameters, ItemChangesMessage, ItemMessage>(
        "reviseItem", .post, "/v1/items/{id}/changes",
        "Makes several changes of an item in one commit, also its creation, at one version.",
        [.session, .precondition, .versioned])

    /// Shows the history of an item.
    public static let history = Endpoint<ItemParameters, NoMessage, ItemHistoryMessage>(
        "itemHistory", .get, "/v1/items/{id}/history", "Shows the events of an item, even if it was deleted.", .session)

    /// Signals changes of items.
    public static let changes = Endpoint<ItemScopeParameters, NoMessage, ChangeMessage>(
        "itemChanges", .get, "/v1/changes/items", "Signals each change of items.", [.session, .events])

    /// Observes a page of items.
    public static let observeAll = Endpoint<ItemPageParameters, NoMessage, ItemPageMessage>(
        "observeItems", .get, "/v1/items/events", "Sends a page of items, and again after each change.",
        [.session, .events])

    /// Observes an item.
    public static let observe = Endpoint<ItemParameters, NoMessage, ItemMessage>(
        "observeItem", .get, "/v1/items/{id}/events", "Sends an item, and again after each change.",
        [.session, .events])

    /// All of them.
    public static var descriptions: [EndpointDescription] {
        [
            list.description, create.description, fetch.description, rename.description, delete.description,
            complete.description, reopen.description, restore.description, revise.description, history.description,
            changes.description, observeAll.description, observe.description,
        ]
    }
}
