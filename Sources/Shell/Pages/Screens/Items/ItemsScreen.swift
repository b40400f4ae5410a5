import DomainKit
import ItemsPresentation
import PresentationKit

extension ItemsViewModel.State {
    /// The page of the list.
    var content: ScreenContent {
        ScreenContent(
            titled: "Items", isInvalid: !newItem.isValid || renaming?.name.isValid == false,
            [
                Part("heading", .heading, Heading(title: "Items")),
                Part("add", .addItem, AddItem(newItem, isBusy: isAdding)),
                Part("filters", .filters, Filters(filter, search: search)),
                Part("search", .search, Search(filter: filter.rawValue, text: search)),
                Part("items", .items, ItemList(isLoading: items == .loading), rows: rows),
                .placeholder(placeholder),
                Part("more", .more, More(hasMore: hasMore, isLoading: isLoadingMore)),
                .notices([
                    failure.map(failureNotice), staleness.map(Notices.Notice.staleness),
                    notice.map { Notices.Notice.done($0.words, $0.name) },
                ]),
            ])
    }

    private var rows: [Part] {
        (items.value ?? []).map { item in
            let renaming = renaming.flatMap { $0.id == item.id ? Renaming($0.name) : nil }
            return Part("item-\(item.id)", .item, ItemRow(item, renaming))
        }
    }

    private var placeholder: Placeholder {
        switch items {
        case .loading: .loading
        case .failed(let error): .failed("The items can’t be shown", error)
        case .loaded(let items): items.isEmpty ? Placeholder(message: emptiness) : .none
        }
    }

    private var emptiness: Placeholder.Message {
        if hasMore {
            return Placeholder.Message(title: "Nothing so far", text: "There are more items to look through.")
        }
        if !search.isEmpty {
            return Placeholder.Message(
                title: "Nothing found", text: "No name here contains", subject: search,
                hint: filter == .all ? "Try fewer letters." : "Try fewer letters, or look in All.")
        }
        return switch filter {
        case .all:
            Placeholder.Message(
                title: "Nothing here yet", text: "Type what you want to remember above, and press Enter.")
        case .open:
            Placeholder.Message(title: "Nothing left to do", text: "What you add is here until you complete it.")
        case .completed:
            Placeholder.Message(title: "Nothing completed yet", text: "Items move here when you check them off.")
        case .deleted:
            Placeholder.Message(title: "Nothing deleted", text: "What you delete is kept here, to be restored.")
        }
    }

    private func failureNotice(_ failure: ItemsViewModel.ChangeFailure) -> Notices.Notice {
        guard let id = failure.item else { return .failure("Not added", failure.error) }
        let item = items.value?.first { $0.id == id }
        return .failure("Not saved", subject: item?.name.shortened, failure.error.naming(id))
    }
}
