import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit
import PresentationTesting
import Testing

/// Actions on new screens of items, which have not loaded what the actions are about.
@Suite(.timeLimit(.minutes(25))) @MainActor
struct FreshScreenTests {
    private let mocks = ItemMocks()

    private func list(pageSize: Int = 50) -> ItemsViewModel {
        ItemsViewModel(mocks, ids: RandomIDGenerator(), pageSize: pageSize) { _ in }
    }

    private func item(_ id: ItemID) -> ItemViewModel {
        ItemViewModel(id, mocks) { _ in }
    }

    private func recorded(_ id: ItemID) async -> ItemDetails? {
        await mocks.repository.item(id)
    }

    @Test(arguments: [false, true])
    func `a list changes an item that is on a page after the loaded ones, or not loaded at all`(
        isShown: Bool
    ) async throws {
        let id = try await mocks.add("one", "two", "three")[2]
        let list = list(pageSize: 1)
        if isShown { await list.send(.appear) }
        await list.send(.beginRenaming(id))
        await list.send(.typeName("four"))
        await list.send(.rename)
        await list.send(.complete(id))
        #expect(await recorded(id)?.name == "four")
        #expect(await recorded(id)?.isCompleted == true)
        await list.send(.delete(id))
        #expect(await recorded(id)?.isDeleted == true)
        await list.send(.restore(id))
        #expect(await recorded(id)?.isDeleted == false)
        #expect(list.state.failure == nil && list.state.renaming == nil)
    }

    @Test func `a list says why an item that others have deleted cannot be changed`() async throws {
        let id = try await mocks.add("one")[0]
        _ = try await mocks.others.delete(id)
        let list = list()
        await list.send(.appear)
        await list.send(.beginRenaming(id))
        await list.send(.typeName("two"))
        await list.send(.rename)
        #expect(list.state.failure?.item == id)
        #expect(list.state.failure?.error.message.contains("was deleted") == true)
        #expect(list.state.renaming?.name.text == "two")
        await list.send(.filter(.deleted))
        await list.send(.cancelRenaming)
        await list.send(.dismissFailure)
        await list.send(.beginRenaming(id))
        #expect(list.state.failure?.item == id && list.state.renaming == nil)
    }

    @Test func `the name to edit is filled in when its item is loaded`() async throws {
        let id = try await mocks.add("one", "two")[1]
        let list = list(pageSize: 1)
        await list.send(.appear)
        await list.send(.beginRenaming(id))
        #expect(list.state.renaming?.name == FormField())
        await list.send(.loadMore)
        #expect(list.state.renaming?.name == FormField("two"))
        let item = item(id)
        await item.send(.beginRenaming)
        await item.send(.appear)
        #expect(item.state.name == FormField("two"))
    }

    @Test func `editing a name that is being edited keeps what was typed`() async throws {
        let id = try await mocks.add("one")[0]
        let (list, item) = (list(), item(id))
        await list.send(.appear)
        await list.send(.beginRenaming(id))
        await list.send(.typeName("two"))
        await list.send(.beginRenaming(id))
        #expect(list.state.renaming?.name.text == "two")
        await item.send(.typeName("three"))
        await item.send(.beginRenaming)
        await item.send(.appear)
        #expect(item.state.name?.text == "three")
    }

    @Test func `a list that is not loaded is loaded by a filter, a search, and more items`() async throws {
        for number in 1...3 { try await mocks.add("\(number)") }
        for action in [ItemsViewModel.Action.filter(.open), .search("1"), .loadMore] {
            let list = list(pageSize: 1)
            await list.send(action)
            #expect(list.state.items.value?.map(\.name) == ["1"], "\(action)")
        }
        mocks.listing.fail(with: ItemError(code: .networkUnreachable))
        let list = list()
        await list.send(.appear)
        mocks.listing.fail(with: nil)
        await list.send(.search("3"))
        #expect(list.state.items.value?.map(\.name) == ["3"])
    }

    @Test func `an item that is not loaded is changed, and then shown`() async throws {
        let id = try await mocks.add("one")[0]
        let item = item(id)
        await item.send(.typeName("two"))
        await item.send(.rename)
        #expect(item.state.item.value??.name == "two" && item.state.history.value?.count == 2)
        mocks.completing.gate.close()
        let another = self.item(id)
        async let completed: Void = another.send(.complete)
        try await mocks.completing.gate.waits()
        #expect(another.state.item == .loading)
        mocks.completing.gate.open()
        await completed
        #expect(another.state.item.value??.isCompleted == true)
    }

    @Test func `an item that is not loaded and cannot be changed says why`() async throws {
        let id = try await mocks.add("one")[0]
        _ = try await mocks.others.delete(id)
        let item = item(id)
        await item.send(.complete)
        #expect(item.state.failure?.message.contains("was deleted") == true && item.state.item == .loading)
        await item.send(.appear)
        await item.send(.dismissFailure)
        await item.send(.beginRenaming)
        #expect(item.state.failure != nil && item.state.name == nil)
    }
}
