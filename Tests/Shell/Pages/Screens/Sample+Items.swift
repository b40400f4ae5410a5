import DomainKit
import ItemsDomain
import PresentationKit

@testable import ItemsPresentation
@testable import ShellPages

extension Sample {
    static let items: [Sample] = [
        list("items") { $0.items = .loaded(everyday) },
        list("items-loading") { _ in },
        list("items-failed") { $0.items = .failed(unreachable) },
        list("items-empty") { $0.items = .loaded([]) },
        list("items-empty-open", filter: .open) { $0.items = .loaded([]) },
        list("items-empty-completed", filter: .completed) { $0.items = .loaded([]) },
        list("items-empty-deleted", filter: .deleted) { $0.items = .loaded([]) },
        list("items-not-found", filter: .open, search: "<b>\u{202E}milk") { $0.items = .loaded([]) },
        list("items-nothing-so-far", search: "milk") { state in
            state.items = .loaded([])
            state.hasMore = true
        },
        list("items-deleted", filter: .deleted) { $0.items = .loaded([presented(1, "Old plan", isDeleted: true)]) },
        list("items-changing") { state in
            state.items = .loaded(everyday)
            state.hasMore = true
            state.isLoadingMore = true
            state.isAdding = true
            state.newItem = FormField("Call grandmother")
        },
        list("items-renaming") { state in
            state.items = .loaded(everyday)
            state.hasMore = true
            state.renaming = ItemsViewModel.Renaming(id: everyday[1].id, name: typed("", ItemName.check))
            state.newItem = typed("tab\tin it", ItemName.check)
        },
        list("items-not-saved") { state in
            state.items = .loaded(everyday)
            state.failure = ItemsViewModel.ChangeFailure(item: everyday[0].id, error: unreachable)
            state.staleness = unreachable
        },
        list("items-not-added") { state in
            state.items = .loaded(everyday)
            state.failure = ItemsViewModel.ChangeFailure(item: nil, error: unreachable)
        },
        list("items-restored", filter: .deleted) { state in
            state.items = .loaded([presented(1, "Old plan", isDeleted: true)])
            state.notice = ItemsViewModel.Notice(item: everyday[0].id, words: "Restored", name: everyday[0].name)
        },
        list("items-hostile", search: hostile[1]) { state in
            state.items = .loaded(hostile.enumerated().map { presented(UInt64($0.offset + 1), $0.element) })
            state.newItem = FormField(hostile[2])
            state.renaming = ItemsViewModel.Renaming(id: ItemID(high: 1, low: 1), name: FormField(hostile[2]))
            state.failure = ItemsViewModel.ChangeFailure(
                item: ItemID(high: 1, low: 8), error: PresentedError(.other, message: hostile[2]))
        },
    ]

    static let item: [Sample] =
        [
            single("item") { state in
                state.item = .loaded(
                    presented(1, "Read the book about pearls, and write down what was new", isCompleted: true))
                state.history = .loaded(history(["Completed", "Renamed to “Read the book”", "Created as “Read”"]))
                state.hasMoreHistory = true
            },
            single("item-loading") { _ in },
            single("item-failed") { $0.item = .failed(unreachable) },
            single("item-missing") { $0.item = .loaded(nil) },
            single("item-deleted") { state in
                state.item = .loaded(presented(1, "Old plan", isDeleted: true))
                state.history = .failed(unreachable)
                state.itemStaleness = unreachable
            },
            single("item-renaming") { state in
                state.item = .loaded(presented(1, "Buy milk"))
                state.name = typed("", ItemName.check)
                state.failure = PresentedError(
                    .other, message: "item \(ItemID(high: 1, low: 1)) was deleted: restore it")
            },
        ]
        + hostile.enumerated().map { index, text in
            single("item-hostile-\(index)") { state in
                state.item = .loaded(presented(1, text))
                state.history = .loaded(history(["Created as “\(text)”"]))
                state.name = index == 2 ? FormField(text) : nil
            }
        }

    static func presented(
        _ number: UInt64, _ name: String, isCompleted: Bool = false, isDeleted: Bool = false, isChanging: Bool = false
    ) -> PresentedItem {
        var item = PresentedItem(
            ItemDetails(
                id: ItemID(high: 1, low: number), name: name, isCompleted: isCompleted, isDeleted: isDeleted,
                createdAt: morning, updatedAt: morning, version: 1))
        item.isChanging = isChanging
        return item
    }

    static let morning = Instant(nanosecondsSince1970: 1_795_764_180_000_000_000, decimals: 3)

    private static let everyday = [
        presented(1, "Buy milk and oats"),
        presented(2, "Write to the landlord about the kitchen window"),
        presented(3, "Book the train to Trieste", isCompleted: true),
        presented(4, "Water the plants", isChanging: true),
        presented(5, "قراءة الكتاب"),
        presented(
            6, "Return the library books, and ask for the second volume of the letters, which was promised for May"),
    ]

    private static func list(
        _ name: String, filter: ItemFilter = .all, search: String = "", _ change: (inout ItemsViewModel.State) -> Void
    ) -> Sample {
        var state = ItemsViewModel.State(filter: filter, search: search)
        change(&state)
        return Sample(name: name, flow: .items, content: state.content)
    }

    private static func single(_ name: String, _ change: (inout ItemViewModel.State) -> Void) -> Sample {
        var state = ItemViewModel.State()
        change(&state)
        return Sample(name: name, flow: .items, content: state.content)
    }

    private static func history(_ lines: [String]) -> [ItemViewModel.HistoryLine] {
        lines.enumerated().map { ItemViewModel.HistoryLine(id: UInt64($0.offset + 1), time: morning, text: $0.element) }
    }

    static func typed(_ text: String, _ validate: (String) throws(ValidationError) -> Void) -> FormField {
        var field = FormField()
        field.type(text, validating: validate)
        return field
    }
}
