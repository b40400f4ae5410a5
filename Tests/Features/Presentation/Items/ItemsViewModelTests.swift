import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit
import PresentationTesting
import Testing

@Suite(.timeLimit(.minutes(25))) @MainActor
struct ItemsViewModelTests {
    private let mocks = ItemMocks()
    private let outcomes = Outcomes<ItemsViewModel.Outcome>()

    private func list(filter: ItemFilter = .all, search: String = "", pageSize: Int = 50) -> ItemsViewModel {
        ItemsViewModel(
            mocks, ids: RandomIDGenerator(), filter: filter, search: search, pageSize: pageSize,
            report: outcomes.report)
    }

    @Test func `a list without items is empty`() async throws {
        let list = list()
        #expect(list.state.items == .loading && !list.state.isEmpty)
        await list.send(.appear)
        #expect(list.state.isEmpty && !list.state.hasMore)
    }

    @Test func `a list shows its items in order of creation`() async throws {
        try await mocks.add("one", "two")
        let list = list()
        await list.send(.appear)
        #expect(list.names == ["one", "two"])
    }

    @Test func `a list that cannot be loaded says why, and is loaded by another attempt`() async throws {
        try await mocks.add("one")
        mocks.listing.fail(with: ItemError(code: .networkUnreachable))
        let list = list()
        await list.send(.appear)
        #expect(list.state.items.error?.reason == .unreachable)
        mocks.listing.fail(with: nil)
        mocks.listing.gate.close()
        async let retried: Void = list.send(.retry)
        try await mocks.listing.gate.waits()
        #expect(list.state.items == .loading)
        mocks.listing.gate.open()
        await retried
        #expect(list.names == ["one"])
    }

    @Test func `what is typed is validated at once, with every rule that it breaks`() async throws {
        let list = list()
        await list.send(.appear)
        await list.send(.typeNew("a\u{7}" + String(repeating: "b", count: 1000)))
        #expect(list.state.newItem.messages.count == 2)
        await list.send(.add)
        #expect(mocks.creating.calls.isEmpty)
        await list.send(.typeNew("Buy milk"))
        #expect(list.state.newItem.isValid)
    }

    @Test func `an empty name is not added, and says so`() async throws {
        let list = list()
        await list.send(.appear)
        await list.send(.add)
        #expect(list.state.newItem.messages.count == 1 && list.state.isEmpty)
    }

    @Test func `an added item is shown, and the next one can be typed`() async throws {
        let list = list()
        await list.send(.appear)
        await list.send(.typeNew("Buy milk"))
        mocks.creating.gate.close()
        async let added: Void = list.send(.add)
        try await mocks.creating.gate.waits()
        #expect(list.state.isAdding)
        await list.send(.add)
        mocks.creating.gate.open()
        await added
        #expect(list.names == ["Buy milk"] && !list.state.isAdding)
        #expect(list.state.newItem == FormField())
        #expect(mocks.creating.calls.count == 1)
    }

    @Test func `an item that could not be added stays typed, and a repeat adds no second one`() async throws {
        let list = list()
        await list.send(.appear)
        await list.send(.typeNew("Buy milk"))
        mocks.creating.fail(with: ItemError(code: .networkUnreachable))
        await list.send(.add)
        #expect(list.state.failure?.error.reason == .unreachable)
        #expect(list.state.newItem.text == "Buy milk" && list.state.isEmpty)
        // The first attempt was recorded, and its answer lost.
        _ = try await mocks.others.create(mocks.creating.calls[0])
        mocks.creating.fail(with: nil)
        await list.send(.add)
        #expect(mocks.creating.calls.map(\.id) == [mocks.creating.calls[0].id, mocks.creating.calls[0].id])
        try await list.reaches { $0.items.value?.count == 1 }
        #expect(list.state.failure == nil && list.state.newItem.text == "")
    }

    @Test func `a completed item is shown as such before it is recorded`() async throws {
        let id = try await mocks.add("one")[0]
        let list = list()
        await list.send(.appear)
        mocks.completing.gate.close()
        async let completed: Void = list.send(.complete(id))
        try await mocks.completing.gate.waits()
        #expect(list.items[0].isCompleted && list.items[0].isChanging)
        mocks.completing.gate.open()
        await completed
        #expect(list.items[0].isCompleted && !list.items[0].isChanging)
        await list.send(.reopen(id))
        #expect(!list.items[0].isCompleted)
    }

    @Test func `a change that fails is taken back, and says why`() async throws {
        let id = try await mocks.add("one")[0]
        let list = list()
        await list.send(.appear)
        mocks.deleting.fail(with: ItemError(code: .networkUnreachable, id: id))
        mocks.deleting.gate.close()
        async let deleted: Void = list.send(.delete(id))
        try await mocks.deleting.gate.waits()
        #expect(list.names == [])
        mocks.deleting.gate.open()
        await deleted
        #expect(list.names == ["one"])
        #expect(list.state.failure?.item == id)
        await list.send(.dismissFailure)
        #expect(list.state.failure == nil)
    }

    @Test func `while a change of an item is under way, no other is made`() async throws {
        let id = try await mocks.add("one")[0]
        let list = list()
        await list.send(.appear)
        mocks.completing.gate.close()
        async let completed: Void = list.send(.complete(id))
        try await mocks.completing.gate.waits()
        await list.send(.delete(id))
        #expect(mocks.deleting.calls.isEmpty)
        mocks.completing.gate.open()
        await completed
    }

    @Test func `an item is renamed in place`() async throws {
        let id = try await mocks.add("one")[0]
        let list = list()
        await list.send(.appear)
        await list.send(.beginRenaming(id))
        #expect(list.state.renaming?.name == FormField("one"))
        await list.send(.typeName(""))
        #expect(list.state.renaming?.name.messages.count == 1)
        await list.send(.rename)
        #expect(mocks.renaming.calls.isEmpty && list.state.renaming != nil)
        await list.send(.typeName(" two "))
        await list.send(.rename)
        #expect(list.names == ["two"] && list.state.renaming == nil)
        await list.send(.beginRenaming(id))
        await list.send(.typeName("three"))
        await list.send(.cancelRenaming)
        #expect(list.names == ["two"] && list.state.renaming == nil)
    }

    @Test func `a name that could not be recorded is taken back, and stays typed`() async throws {
        let id = try await mocks.add("one")[0]
        let list = list()
        await list.send(.appear)
        await list.send(.beginRenaming(id))
        await list.send(.typeName("two"))
        mocks.renaming.fail(with: ItemError(code: .serverError))
        await list.send(.rename)
        #expect(list.names == ["one"])
        #expect(list.state.renaming?.name.text == "two" && list.state.failure != nil)
    }

    @Test func `a deleted item is found among the deleted ones, and is restored`() async throws {
        let id = try await mocks.add("one", "two")[0]
        let list = list()
        await list.send(.appear)
        await list.send(.delete(id))
        #expect(list.names == ["two"])
        await list.send(.filter(.deleted))
        #expect(list.names == ["one"])
        await list.send(.beginRenaming(id))
        #expect(list.state.renaming == nil)
        await list.send(.restore(id))
        #expect(list.names == [])
        await list.send(.filter(.all))
        #expect(list.names == ["one", "two"])
    }

    @Test func `a filter shows open or completed items`() async throws {
        let ids = try await mocks.add("one", "two", "three")
        _ = try await mocks.others.complete(ids[1])
        let list = list(filter: .open)
        await list.send(.appear)
        #expect(list.names == ["one", "three"])
        await list.send(.filter(.completed))
        #expect(list.names == ["two"])
        await list.send(.reopen(ids[1]))
        #expect(list.state.isEmpty)
    }

    @Test func `a search finds names in any case, in all items`() async throws {
        for number in 1...30 { try await mocks.add("item \(number)") }
        try await mocks.add("Buy MILK")
        let list = list(pageSize: 3)
        await list.send(.appear)
        #expect(list.names == ["item 1", "item 2", "item 3"])
        await list.send(.search(" milk"))
        #expect(list.names == ["Buy MILK"] && !list.state.hasMore)
        await list.send(.search(""))
        #expect(list.names == ["item 1", "item 2", "item 3"] && list.state.hasMore)
    }

    @Test func `more items are loaded until all are shown, each once`() async throws {
        for number in 1...8 { try await mocks.add("\(number)") }
        let list = list(pageSize: 3)
        await list.send(.appear)
        #expect(list.names == ["1", "2", "3"] && list.state.hasMore)
        await list.send(.loadMore)
        #expect(list.names == (1...6).map { "\($0)" } && list.state.hasMore)
        await list.send(.loadMore)
        #expect(list.names == (1...8).map { "\($0)" } && !list.state.hasMore)
        await list.send(.loadMore)
        #expect(list.items.count == 8)
    }

    @Test func `changes of other sessions appear in every loaded page`() async throws {
        let ids = try await mocks.add("1", "2", "3", "4")
        let list = list(pageSize: 2)
        await list.send(.appear)
        await list.send(.loadMore)
        _ = try await mocks.others.rename(ids[3], to: "four")
        try await list.reaches { $0.items.value?.last?.name == "four" }
        _ = try await mocks.others.delete(ids[0])
        try await list.reaches { $0.items.value?.map(\.name) == ["2", "3", "four"] }
        try await mocks.add("5")
        try await list.reaches { $0.items.value?.map(\.name) == ["2", "3", "four", "5"] }
    }

    @Test func `an item that another session restores between two pages appears`() async throws {
        let ids = try await mocks.add("1", "2", "3", "4")
        _ = try await mocks.others.delete(ids[0])
        let list = list(pageSize: 2)
        await list.send(.appear)
        await list.send(.loadMore)
        #expect(list.names == ["2", "3", "4"])
        _ = try await mocks.others.restore(ids[0])
        try await list.reaches { $0.items.value?.map(\.name) == ["1", "2", "3", "4"] }
    }

    @Test func `when live updates end, the items stay with a notice, until a retry`() async throws {
        try await mocks.add("one")
        let list = list()
        await list.send(.appear)
        mocks.listing.fail(with: ItemError(code: .networkUnreachable))
        try await mocks.add("two")
        try await list.reaches { $0.staleness?.reason == .unreachable }
        #expect(list.names == ["one"])
        await list.send(.retry)
        #expect(list.names == ["one"] && list.state.staleness != nil)
        mocks.listing.fail(with: nil)
        await list.send(.retry)
        #expect(list.names == ["one", "two"] && list.state.staleness == nil)
    }

    @Test func `when more items cannot be loaded, the list says so, until they are`() async throws {
        for number in 1...8 { try await mocks.add("\(number)") }
        let list = list(pageSize: 3)
        await list.send(.appear)
        mocks.listing.fail(with: ItemError(code: .networkUnreachable))
        await list.send(.loadMore)
        #expect(list.items.count == 3 && list.state.staleness?.reason == .unreachable && list.state.hasMore)
        // No more are wanted.
        await list.send(.search(""))
        #expect(list.state.staleness == nil)
        await list.send(.loadMore)
        #expect(list.state.staleness?.reason == .unreachable)
        mocks.listing.fail(with: nil)
        await list.send(.loadMore)
        #expect(list.items.count == 6 && list.state.staleness == nil)
    }

    @Test func `an ended session, and an item to open, are left to the flow`() async throws {
        let id = try await mocks.add("one")[0]
        let list = list()
        await list.send(.appear)
        await list.send(.open(id))
        #expect(outcomes.all == [.opened(id)])
        mocks.completing.fail(with: ItemError(code: .sessionExpired))
        await list.send(.complete(id))
        #expect(outcomes.all == [.opened(id), .sessionExpired])
        mocks.listing.fail(with: ItemError(code: .sessionExpired))
        await list.send(.retry)
        #expect(outcomes.all.count == 3)
    }
}

extension ItemsViewModel {
    /// The shown items.
    fileprivate var items: [PresentedItem] { state.items.value ?? [] }

    /// Their names.
    fileprivate var names: [String] { items.map(\.name) }
}
