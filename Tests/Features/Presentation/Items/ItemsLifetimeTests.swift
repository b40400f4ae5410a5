import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit
import PresentationTesting
import Testing

/// What a list observes, and for how long.
@Suite(.timeLimit(.minutes(25))) @MainActor
struct ItemsLifetimeTests {
    private let mocks = ItemMocks()

    private func list() -> ItemsViewModel {
        ItemsViewModel(mocks, ids: RandomIDGenerator()) { _ in }
    }

    @Test func `a list that was left is not kept up to date, and is loaded again when it returns`() async throws {
        try await mocks.add("one")
        let list = list()
        await list.send(.appear)
        await list.send(.disappear)
        try await mocks.isUnobserved()
        try await mocks.add("two")
        #expect(list.names == ["one"])
        await list.send(.appear)
        #expect(list.names == ["one", "two"])
    }

    @Test func `a list that is left while it is loaded ends the load, and is loaded when it returns`() async throws {
        try await mocks.add("one")
        let list = list()
        mocks.listing.gate.close()
        async let appeared: Void = list.send(.appear)
        try await mocks.listing.gate.waits()
        await list.send(.disappear)
        await appeared
        try await mocks.listing.gate.isLeft()
        #expect(list.state.items == .loading && !list.state.isLoadingMore)
        mocks.listing.gate.open()
        await list.send(.appear)
        #expect(list.names == ["one"])
    }

    @Test func `a list whose load is cancelled is released`() async throws {
        mocks.listing.gate.close()
        weak var released: ItemsViewModel?
        do {
            let list = list()
            released = list
            let appearing = Task { [list] in await list.send(.appear) }
            try await mocks.listing.gate.waits()
            appearing.cancel()
            await appearing.value
        }
        try await mocks.listing.gate.isLeft()
        #expect(released == nil)
    }

    @Test func `a released list ends its observations`() async throws {
        weak var released: ItemsViewModel?
        do {
            let list = list()
            await list.send(.appear)
            released = list
            try await mocks.isObserved()
        }
        #expect(released == nil)
        try await mocks.isUnobserved()
    }
}

extension ItemsViewModel {
    /// The names of the shown items.
    fileprivate var names: [String] { state.items.value?.map(\.name) ?? [] }
}
