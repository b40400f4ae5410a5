import DomainKit
import ItemsPresentation
import PresentationKit

/// The list of items, whose rows are ``ItemRow``.
struct ItemList: PartContent {
    /// Whether it is being loaded.
    let isLoading: Bool
}

/// A row of the list.
struct ItemRow: PartContent {
    /// The id of the item.
    let item: String

    /// Its name.
    let name: String

    /// Whether it is completed.
    let isCompleted: Bool

    /// Whether it is deleted.
    let isDeleted: Bool

    /// Whether a change of it is under way.
    let isChanging: Bool

    /// The name that is being edited; `nil` while none is.
    let renaming: Renaming?

    init(_ item: PresentedItem, _ renaming: Renaming?) {
        self.item = item.id.description
        name = item.name
        isCompleted = item.isCompleted
        isDeleted = item.isDeleted
        isChanging = item.isChanging
        self.renaming = renaming
    }
}

/// The fields that rename an item.
struct Renaming: Sendable, Equatable {
    /// What was typed.
    let newName: String

    /// What is wrong with it.
    let message: String

    /// Whether something is wrong.
    let isInvalid: Bool

    init(_ field: FormField) {
        newName = field.text
        message = field.nameMessage
        isInvalid = !field.isValid
    }
}

/// The button that shows more.
struct More: PartContent {
    /// Whether there is more.
    let hasMore: Bool

    /// Whether it is being loaded.
    let isLoading: Bool
}
