import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit
import PresentationTesting
import Testing

/// Adding again what could not be added, or whose answer was lost.
@Suite(.timeLimit(.minutes(25))) @MainActor
struct RepeatedAdditionTests {
    private let mocks = ItemMocks()

    private func shown() async -> ItemsViewModel {
        let list = ItemsViewModel(mocks, ids: RandomIDGenerator()) { _ in }
        await list.send(.appear)
        return list
    }

    private func add(_ name: String, to list: ItemsViewModel) async {
        await list.send(.typeNew(name))
        await list.send(.add)
    }

    private var ids: [ItemID?] { mocks.creating.calls.map(\.id) }

    @Test func `a name that was typed over and typed again is added under the same id`() async throws {
        let list = await shown()
        mocks.creating.fail(with: ItemError(code: .networkUnreachable))
        await add("Buy milk", to: list)
        // The first attempt was recorded, and its answer lost.
        _ = try await mocks.others.create(mocks.creating.calls[0])
        mocks.creating.fail(with: nil)
        await list.send(.typeNew("Buy tea"))
        await add(" Buy milk", to: list)
        #expect(ids == [ids[0], ids[0]] && list.state.failure == nil)
        try await list.reaches { $0.items.value?.map(\.name) == ["Buy milk"] }
    }

    @Test func `another name is added under another id, and the failed one is not forgotten`() async throws {
        let list = await shown()
        mocks.creating.fail(with: ItemError(code: .networkUnreachable))
        await add("Buy milk", to: list)
        mocks.creating.fail(with: nil)
        await add("Buy tea", to: list)
        await add("Buy milk", to: list)
        #expect(ids[1] != ids[0] && ids[2] == ids[0])
        try await list.reaches { $0.items.value?.map(\.name) == ["Buy tea", "Buy milk"] }
    }

    @Test func `a name that was added, or is shown after all, can be added once more`() async throws {
        let list = await shown()
        mocks.creating.fail(with: ItemError(code: .networkUnreachable))
        await add("Buy milk", to: list)
        _ = try await mocks.others.create(mocks.creating.calls[0])
        try await list.reaches { $0.items.value?.count == 1 }
        mocks.creating.fail(with: nil)
        await add("Buy tea", to: list)
        await add("Buy milk", to: list)
        await add("Buy milk", to: list)
        try await list.reaches { $0.items.value?.map(\.name) == ["Buy milk", "Buy tea", "Buy milk", "Buy milk"] }
    }
}
