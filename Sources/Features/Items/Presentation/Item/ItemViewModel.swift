import DomainKit
public import ItemsDomain
public import Observation
public import PresentationKit

/// An item by itself: its name and state, which can be changed, and its history in words; live.
@MainActor @Observable
public final class ItemViewModel: ViewModel {
    /// The number of lines of the history that are shown first, and that each ``Action/loadMoreHistory`` adds.
    public static let historyPageSize = 100

    /// What the screen shows.
    public private(set) var state = State()

    /// The item.
    public let id: ItemID

    @ObservationIgnored private let useCases: any ItemDetailUseCases
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void
    @ObservationIgnored private let observations = Observations()

    /// What is recorded, as far as the screen knows.
    @ObservationIgnored private var recorded: ItemDetails?

    /// Whether the item was erased: the answer to an earlier change does not bring it back.
    @ObservationIgnored private var isErased = false

    /// The change under way.
    @ObservationIgnored private var change: ItemChange?

    /// The number of lines of the history to show, if there are so many.
    @ObservationIgnored private var wantedLines: Int

    @ObservationIgnored private let historyPageSize: Int

    /// Counts the loads of the history.
    @ObservationIgnored private var historyLoads = 0

    /// The load of the history that began last among those that have ended: earlier ones know less.
    @ObservationIgnored private var lastHistoryLoad = 0

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - useCases: The use cases of the user's items.
    ///   - historyPageSize: The number of lines of the history that are shown first, and that each
    ///     ``Action/loadMoreHistory`` adds.
    ///   - report: Called with what the screen leaves to the flow.
    public init(
        _ id: ItemID, _ useCases: any ItemDetailUseCases, historyPageSize: Int = ItemViewModel.historyPageSize,
        report: @escaping @MainActor (Outcome) -> Void
    ) {
        self.id = id
        self.useCases = useCases
        self.historyPageSize = historyPageSize
        self.report = report
        wantedLines = historyPageSize
    }

    /// Carries out an action of the user.
    ///
    /// - Parameter action: The action.
    public func send(_ action: Action) async {
        switch action {
        case .appear, .retry: await load()
        case .disappear: observations.stop()
        case .loadMoreHistory: await loadMoreHistory()
        case .beginRenaming: beginRenaming()
        case .typeName(let text): type(name: text)
        case .rename: await rename()
        case .cancelRenaming: state.name = nil
        case .complete: await make(.complete)
        case .reopen: await make(.reopen)
        case .delete: await make(.delete)
        case .restore: await make(.restore)
        case .close: report(.closed)
        case .dismissFailure: state.failure = nil
        }
    }

    private func load() async {
        observations.stop()
        if state.item.error != nil { state.item = .loading }
        let isReceived = await observations.follow(useCases.observe(id)) { [weak self] result in
            self?.receive(result)
        }
        if isReceived { await loadHistory() }
    }

    private func receive(_ result: Result<ItemDetails?, any Error>) {
        switch result {
        case .success(let details):
            let (isFirst, known) = (state.item.value == nil, recorded?.version ?? 0)
            state.itemStaleness = nil
            take(details)
            // After the first value, the history is loaded by ``load()``.
            if !isFirst, let details, details.version > known { Task { [weak self] in await self?.loadHistory() } }
        case .failure(let error):
            fail(error) { if $0.item.value == nil { $0.item = .failed($1) } else { $0.itemStaleness = $1 } }
        }
    }

    /// Shows what is recorded, unless something newer is shown.
    private func take(_ details: ItemDetails?) {
        if let details, let recorded, details.version < recorded.version { return }
        if details == nil { forget() } else { isErased = false }
        recorded = details
        // The name of an item that was not loaded is filled in, unless something was typed.
        if let details, state.name == FormField() { state.name = FormField(details.name) }
        update()
    }

    /// Shows nothing of an item that was erased.
    private func forget() {
        if recorded != nil {
            state.name = nil
            isErased = true
        }
        lastHistoryLoad = historyLoads
        show([])
    }

    private func update() {
        var item = recorded.map(PresentedItem.init)
        if var changed = item, let change {
            change.apply(to: &changed)
            item = changed
        }
        state.item = .loaded(item)
    }

    private func loadHistory() async {
        guard recorded != nil else { return }
        if state.history.error != nil { state.history = .loading }
        historyLoads += 1
        let load = historyLoads
        let result: Result<[ItemHistoryEntry], any Error>
        do {
            result = .success(try await useCases.fetchHistory(id))
        } catch {
            result = .failure(error)
        }
        guard load > lastHistoryLoad, !Task.isCancelled else { return }
        lastHistoryLoad = load
        switch result {
        case .success(let history): show(history)
        case .failure(let error):
            fail(error) { if $0.history.value == nil { $0.history = .failed($1) } else { $0.historyStaleness = $1 } }
        }
    }

    private func show(_ history: [ItemHistoryEntry]) {
        let effective = history.effective
        state.history = .loaded(effective.suffix(wantedLines).reversed().map(\.line))
        state.hasMoreHistory = effective.count > wantedLines
        state.historyStaleness = nil
    }

    private func loadMoreHistory() async {
        guard state.hasMoreHistory, let shown = state.history.value else { return }
        wantedLines = shown.count + historyPageSize
        await loadHistory()
    }

    private func beginRenaming() {
        guard state.name == nil else { return }
        if recorded?.isDeleted == true { return fail(ItemError(code: .deleted, id: id)) { $0.failure = $1 } }
        state.name = FormField(recorded?.name ?? "")
    }

    private func type(name text: String) {
        var name = state.name ?? FormField()
        name.type(text, validating: ItemName.check)
        state.name = name
    }

    private func rename() async {
        state.name?.validate(ItemName.check)
        guard let name = state.name, name.isValid, change == nil else { return }
        state.name = nil
        await make(.rename(name.text.trimmed)) { $0.name = $0.name ?? name }
    }

    /// Shows a change at once, makes it, and takes it back if it fails.
    private func make(_ change: ItemChange, takenBack: (inout State) -> Void = { _ in }) async {
        guard self.change == nil else { return }
        self.change = change
        state.failure = nil
        // See PRES-07: a change of an item that is not loaded is made, too.
        if recorded != nil { update() }
        do {
            let details = try await change(id, by: useCases)
            self.change = nil
            if !isErased { take(details) }
            await loadHistory()
        } catch {
            self.change = nil
            takenBack(&state)
            fail(error) { $0.failure = $1 }
        }
        if recorded != nil { update() }
    }

    private func fail(_ error: any Error, show: (inout State, PresentedError) -> Void) {
        let presented = PresentedError(ofItems: error)
        show(&state, presented)
        if presented.reason == .sessionExpired { report(.sessionExpired) }
    }
}
