import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit
import PresentationTesting
import Testing

/// What a list says about items that it does not show.
@Suite(.timeLimit(.minutes(25))) @MainActor
struct ItemNoticeTests {
    private let mocks = ItemMocks()

    private func shown(_ filter: ItemFilter = .all) async -> ItemsViewModel {
        let list = ItemsViewModel(mocks, ids: RandomIDGenerator(), filter: filter) { _ in }
        await list.send(.appear)
        return list
    }

    @Test func `a change after which the list does not show the item is announced`() async throws {
        let id = try await mocks.add("one")[0]
        let open = await shown(.open)
        await open.send(.complete(id))
        let notice = try #require(open.state.notice)
        #expect(notice.item == id && notice.words == "Completed" && notice.name == "one")
        await open.send(.filter(.completed))
        #expect(open.state.notice == nil)
        await open.send(.reopen(id))
        #expect(open.state.notice?.words == "Reopened")
        await open.send(.delete(id))
        #expect(open.state.notice?.words == "Deleted")
        let deleted = await shown(.deleted)
        await deleted.send(.restore(id))
        #expect(deleted.state.notice?.words == "Restored")
        await deleted.send(.dismissNotice)
        #expect(deleted.state.notice == nil)
    }

    @Test func `a change of an item that the list shows is not announced, and hides the notice before`() async throws {
        let ids = try await mocks.add("one", "two")
        let list = await shown()
        await list.send(.delete(ids[0]))
        #expect(list.state.notice != nil)
        await list.send(.complete(ids[1]))
        #expect(list.state.notice == nil)
    }

    @Test func `a failed change is not announced`() async throws {
        let id = try await mocks.add("one")[0]
        let list = await shown()
        mocks.deleting.fail(with: ItemError(code: .serverError))
        await list.send(.delete(id))
        #expect(list.state.notice == nil && list.state.failure != nil)
    }

    @Test func `a name that the search does not find is announced`() async throws {
        let id = try await mocks.add("one")[0]
        let list = await shown()
        await list.send(.search("one"))
        await list.send(.typeNew("two"))
        await list.send(.add)
        #expect(list.state.notice?.words == "Added")
        await list.send(.beginRenaming(id))
        await list.send(.typeName("three"))
        await list.send(.rename)
        #expect(list.state.notice?.words == "Renamed to" && list.state.notice?.name == "three")
        await list.send(.search(""))
        #expect(list.state.notice == nil)
    }
}
