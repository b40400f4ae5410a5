import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit
import PresentationTesting
import Testing

@Suite(.timeLimit(.minutes(25))) @MainActor
struct ItemsCoordinatorTests {
    private let mocks = ItemMocks()
    private let outcomes = Outcomes<ItemsCoordinator.Outcome>()

    private func flow(at route: ItemsRoute = .list()) -> ItemsCoordinator {
        ItemsCoordinator(mocks, ids: RandomIDGenerator(), at: route, report: outcomes.report)
    }

    @Test func `an item is opened from the list, and leads back to the list as it was`() async throws {
        let id = try await mocks.add("one")[0]
        let flow = flow()
        let list = try #require(flow.list)
        await list.send(.appear)
        await list.send(.filter(.open))
        await list.send(.search("on"))
        await list.send(.typeNew("half typed"))
        #expect(flow.route == .list(filter: .open, search: "on"))
        await list.send(.open(id))
        #expect(flow.route == .item(id))
        let item = try #require(flow.item)
        await item.send(.close)
        #expect(flow.list === list && list.state.newItem.text == "half typed")
        #expect(flow.route == .list(filter: .open, search: "on"))
    }

    @Test func `an item can be the first place, and leads to the list`() async throws {
        let id = try await mocks.add("one")[0]
        let flow = flow(at: .item(id))
        let item = try #require(flow.item)
        #expect(item.id == id && flow.item === item)
        await item.send(.close)
        #expect(flow.route == .list() && flow.list != nil)
    }

    @Test func `another list and another item have screens of their own`() async throws {
        let ids = try await mocks.add("one", "two")
        let flow = flow(at: .item(ids[0]))
        let first = flow.item
        flow.open(.item(ids[1]))
        #expect(flow.item?.id == ids[1])
        flow.open(.list(filter: .deleted))
        #expect(flow.list?.state.filter == .deleted && flow.item == nil)
        flow.open(.item(ids[0]))
        #expect(flow.item !== first)
    }

    @Test func `an ended session is left to the application, from either screen`() async throws {
        let id = try await mocks.add("one")[0]
        mocks.listing.fail(with: ItemError(code: .sessionExpired))
        mocks.showing.fail(with: ItemError(code: .sessionExpired))
        let flow = flow()
        await flow.list?.send(.appear)
        flow.open(.item(id))
        await flow.item?.send(.appear)
        #expect(outcomes.all == [.sessionExpired, .sessionExpired])
    }
}

extension ItemsCoordinator {
    /// The list, if it is shown.
    fileprivate var list: ItemsViewModel? { if case .list(let model) = screen { model } else { nil } }

    /// The item, if it is shown.
    fileprivate var item: ItemViewModel? { if case .item(let model) = screen { model } else { nil } }
}
