public import DomainKit
import ItemsDomain
public import Observation
public import PresentationKit

/// The list of items: add, rename in place, complete, reopen, delete, restore; filter, search, load more; live.
@MainActor @Observable
public final class ItemsViewModel: ViewModel {
    /// The number of items that are shown first, and that each ``Action/loadMore`` adds.
    public static let pageSize = 50

    /// What the list shows.
    public private(set) var state: State

    @ObservationIgnored private let useCases: any ItemListUseCases
    @ObservationIgnored private let ids: any IDGenerator
    @ObservationIgnored private let pageSize: Int
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void
    @ObservationIgnored private let observations = Observations()
    @ObservationIgnored private var pages = ItemPages()

    /// The number of matching items to show, if there are so many.
    @ObservationIgnored private var wanted: Int

    /// Counts the loads: one that was replaced by another ends.
    @ObservationIgnored private var loads = 0

    /// The last addition that failed: its answer may be lost, and a repeat must not add a second item.
    @ObservationIgnored private var failedAddition: (name: String, id: ItemID)?

    /// Creates the list.
    ///
    /// - Parameters:
    ///   - useCases: The use cases of the user's items.
    ///   - ids: The generator of new items' ids.
    ///   - filter: Which items are shown first.
    ///   - search: What their names contain.
    ///   - pageSize: The number of items that are shown first, and that each ``Action/loadMore`` adds; 1 to 1,000.
    ///   - report: Called with what the list leaves to the flow.
    public init(
        _ useCases: any ItemListUseCases, ids: any IDGenerator, filter: ItemFilter = .all, search: String = "",
        pageSize: Int = ItemsViewModel.pageSize, report: @escaping @MainActor (Outcome) -> Void
    ) {
        self.useCases = useCases
        self.ids = ids
        self.pageSize = pageSize
        self.report = report
        wanted = pageSize
        state = State(filter: filter, search: search)
    }

    /// Carries out an action of the user.
    ///
    /// - Parameter action: The action.
    public func send(_ action: Action) async {
        switch action {
        case .appear, .retry: await load()
        case .disappear: leave()
        case .loadMore: await loadMore()
        case .filter(let filter): await show(filter)
        case .search(let text): await show(itemsNamed: text)
        case .typeNew(let text): state.newItem.type(text, validating: ItemName.check)
        case .add: await add()
        case .beginRenaming(let id): beginRenaming(id)
        case .typeName(let text): state.renaming?.name.type(text, validating: ItemName.check)
        case .rename: await rename()
        case .cancelRenaming: state.renaming = nil
        case .complete(let id): await change(id, .complete)
        case .reopen(let id): await change(id, .reopen)
        case .delete(let id): await change(id, .delete)
        case .restore(let id): await change(id, .restore)
        case .open(let id): report(.opened(id))
        case .dismissFailure: state.failure = nil
        case .dismissNotice: state.notice = nil
        }
    }
}

// MARK: Loading

extension ItemsViewModel {
    private func load() async {
        loads += 1
        observations.stop()
        pages.removePages()
        if state.items.value == nil {
            state.items = .loading
            state.staleness = nil
        }
        await fill()
    }

    /// Loads pages until as many items match as are wanted.
    private func fill() async {
        let load = loads
        state.isLoadingMore = true
        pages.retryNext()
        while load == loads, pages.count == 0 || matching.count < wanted,
            let request = pages.next(pageSize: pageSize, includingDeleted: state.filter == .deleted)
        {
            let index = pages.count
            let isReceived = await observations.follow(useCases.observeAll(request)) { [weak self] result in
                self?.receive(result, at: index, for: request)
            }
            // It failed, or the list was left.
            guard isReceived else { break }
        }
        if load == loads {
            state.isLoadingMore = false
            update()
        }
    }

    private func receive(_ result: Result<Page<ItemDetails>, any Error>, at index: Int, for request: ItemPageRequest) {
        switch result {
        case .success(let page):
            let isComplete = pages.set(page, at: index, for: request)
            update()
            if !isComplete { reload() }
        case .failure(let error):
            let presented = PresentedError(ofItems: error)
            pages.fail(at: index, with: presented)
            if state.items.value == nil { state.items = .failed(presented) } else { state.staleness = presented }
            if presented.reason == .sessionExpired { report(.sessionExpired) }
        }
    }

    /// Loads the list again, unless it is left or loaded again before.
    private func reload() {
        let load = loads
        Task { [weak self] in
            if let self, load == loads { await self.load() }
        }
    }

    private func leave() {
        loads += 1
        observations.stop()
        state.isLoadingMore = false
    }

    private var matching: [PresentedItem] {
        let text = state.search.trimmed.lowercased()
        return pages.items.filter { item in
            state.filter.includes(item) && (text.isEmpty || item.name.lowercased().contains(text))
        }
    }

    /// Shows what is loaded.
    private func update() {
        guard pages.count > 0 else { return }
        let matching = matching
        fillRenaming()
        // Items that are loaded but not wanted yet are shown with the next ones.
        let shown = Loadable.loaded(Array(matching.prefix(wanted)))
        if state.items != shown { state.items = shown }
        let hasMore = matching.count > wanted || pages.hasMore
        if state.hasMore != hasMore { state.hasMore = hasMore }
        if state.staleness != pages.failure { state.staleness = pages.failure }
    }

    private func loadMore() async {
        guard !state.isLoadingMore else { return }
        guard let shown = state.items.value, pages.count > 0 else { return await load() }
        guard state.hasMore else { return }
        wanted = shown.count + pageSize
        update()
        await fill()
    }

    private func show(_ filter: ItemFilter) async {
        let before = state.filter
        state.filter = filter
        state.notice = nil
        wanted = pageSize
        // Deleted items are in pages of their own.
        guard (before == .deleted) == (filter == .deleted) else {
            state.items = .loading
            return await load()
        }
        await refill()
    }

    private func show(itemsNamed text: String) async {
        state.search = text
        state.notice = nil
        wanted = pageSize
        await refill()
    }

    private func refill() async {
        update()
        // A load under way goes on with the new filter.
        guard !state.isLoadingMore else { return }
        if pages.count > 0 { await fill() } else { await load() }
    }
}

// MARK: Changing

extension ItemsViewModel {
    private func add() async {
        guard !state.isAdding else { return }
        state.newItem.validate(ItemName.check)
        guard state.newItem.isValid else { return }
        state.isAdding = true
        beginAction()
        defer { state.isAdding = false }
        let text = state.newItem.text
        let addition = addition(of: text.trimmed)
        do {
            let details = try await useCases.create(name: text, id: addition.id)
            pages.add(details)
            update()
            announce("Added", details)
        } catch let error as ItemError where error.code == .alreadyExists {
            // An earlier attempt has added it, and its answer was lost: a page will show it.
        } catch {
            failedAddition = addition
            return fail(error, nil)
        }
        forgetFailedAddition(after: addition.id)
        // What was typed meanwhile is the next name.
        if state.newItem.text == text { state.newItem = FormField() }
    }

    private func addition(of name: String) -> (name: String, id: ItemID) {
        if let failedAddition, failedAddition.name == name { return failedAddition }
        return (name, ItemID(ids.next()))
    }

    /// Forgets the failed addition if it was repeated, or if the list shows that it was made after all.
    private func forgetFailedAddition(after id: ItemID) {
        guard let failed = failedAddition?.id else { return }
        if failed == id || pages.items.contains(where: { $0.id == failed }) { failedAddition = nil }
    }

    private func beginRenaming(_ id: ItemID) {
        guard state.renaming?.id != id else { return }
        let item = pages.items.first { $0.id == id }
        if item?.isDeleted == true { return fail(ItemError(code: .deleted, id: id), id) }
        // The name of an item that is not loaded is filled in as soon as it is.
        state.renaming = Renaming(id: id, name: FormField(item?.name ?? ""))
    }

    /// Shows the name of the item that is being renamed, if it was not loaded before, and nothing was typed.
    private func fillRenaming() {
        guard let renaming = state.renaming, renaming.name == FormField(),
            let item = pages.items.first(where: { $0.id == renaming.id })
        else { return }
        state.renaming?.name = FormField(item.name)
    }

    private func rename() async {
        state.renaming?.name.validate(ItemName.check)
        guard let renaming = state.renaming, renaming.name.isValid, !pages.isChanging(renaming.id) else { return }
        state.renaming = nil
        await change(renaming.id, .rename(renaming.name.text.trimmed)) { [self] in
            // What was typed is not lost.
            if state.renaming == nil { state.renaming = renaming }
        }
    }

    /// Shows a change at once, makes it, and takes it back if it fails.
    private func change(_ id: ItemID, _ change: ItemChange, takenBack: () -> Void = {}) async {
        guard !pages.isChanging(id) else { return }
        beginAction()
        pages.begin(change, of: id)
        update()
        do {
            let details = try await change(id, by: useCases)
            pages.end(id, with: details)
            update()
            announce(change.words, details)
        } catch {
            pages.end(id, with: nil)
            update()
            takenBack()
            fail(error, id)
        }
    }

    /// Hides what earlier actions have led to.
    private func beginAction() {
        state.failure = nil
        state.notice = nil
    }

    /// Says what was done to an item, if the list does not show it.
    private func announce(_ words: String, _ details: ItemDetails) {
        let isShown = state.items.value?.contains { $0.id == details.id } ?? false
        state.notice = isShown ? nil : Notice(item: details.id, words: words, name: details.name)
    }

    private func fail(_ error: any Error, _ id: ItemID?) {
        let presented = PresentedError(ofItems: error)
        state.failure = ChangeFailure(item: id, error: presented)
        if presented.reason == .sessionExpired { report(.sessionExpired) }
    }
}
