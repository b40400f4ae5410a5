import DomainKit
import ItemsPresentation
import PresentationKit

extension ItemViewModel.State {
    /// The page of an item.
    var content: ScreenContent {
        ScreenContent(
            titled: item.value??.name.isolated ?? "Item", isInvalid: name?.isValid == false,
            [
                Part("back", .back, Back()),
                Part("item", .group, Group.column, rows: sections),
                .notices([failure.map(failureNotice), staleness.map(Notices.Notice.staleness)]),
            ])
    }

    private var sections: [Part] {
        switch item {
        case .loading: [heading, .placeholder(.loading)]
        case .failed(let error): [heading, .placeholder(.failed("The item can’t be shown", error))]
        case .loaded(nil):
            [
                heading,
                .placeholder(
                    Placeholder(
                        message: Placeholder.Message(
                            title: "No such item", text: "It does not exist, or it was erased."))),
            ]
        case .loaded(let item?):
            [
                Part("details", .details, Details(item, name.map(Renaming.init))),
                Part("history", .history, History(history, hasMore: hasMoreHistory)),
            ]
        }
    }

    private var heading: Part { Part("heading", .heading, Heading(title: "Item")) }

    private func failureNotice(_ error: PresentedError) -> Notices.Notice {
        .failure("Not saved", (item.value ?? nil).map { error.naming($0.id) } ?? error)
    }
}

/// The link back to the list.
struct Back: PartContent {}

/// An item by itself.
struct Details: PartContent {
    /// Its name.
    let name: String

    /// Whether the name is longer than a title.
    let isLong: Bool

    /// Whether it is completed.
    let isCompleted: Bool

    /// Whether it is deleted.
    let isDeleted: Bool

    /// Whether a change of it is under way.
    let isChanging: Bool

    /// Its state in a word.
    let state: String

    /// The name that is being edited; `nil` while none is.
    let renaming: Renaming?

    init(_ item: PresentedItem, _ renaming: Renaming?) {
        name = item.name
        isLong = item.name.count > 120
        isCompleted = item.isCompleted
        isDeleted = item.isDeleted
        isChanging = item.isChanging
        state = item.isDeleted ? "Deleted" : item.isCompleted ? "Completed" : "Open"
        self.renaming = renaming
    }
}
