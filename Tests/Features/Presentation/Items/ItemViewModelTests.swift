import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit
import PresentationTesting
import Testing

@Suite(.timeLimit(.minutes(25))) @MainActor
struct ItemViewModelTests {
    private let mocks = ItemMocks()
    private let outcomes = Outcomes<ItemViewModel.Outcome>()

    private func shown(_ name: String = "one") async throws -> ItemViewModel {
        let model = ItemViewModel(try await mocks.add(name)[0], mocks, report: outcomes.report)
        await model.send(.appear)
        return model
    }

    @Test func `an item is shown with its history in words, newest first`() async throws {
        let id = try await mocks.add("one")[0]
        _ = try await mocks.others.rename(id, to: "two")
        _ = try await mocks.others.complete(id)
        _ = try await mocks.others.reopen(id)
        _ = try await mocks.others.delete(id)
        _ = try await mocks.others.restore(id)
        let model = ItemViewModel(id, mocks, report: outcomes.report)
        #expect(model.state.item == .loading && model.state.history == .loading)
        await model.send(.appear)
        #expect(model.item?.name == "two" && model.item?.isDeleted == false)
        #expect(
            model.history == [
                "Restored", "Deleted", "Reopened", "Completed", "Renamed to “two”", "Created as “one”",
            ])
    }

    @Test func `an item that does not exist is shown as such, and appears when it is created`() async throws {
        let id = ItemID(RandomIDGenerator().next())
        let model = ItemViewModel(id, mocks, report: outcomes.report)
        await model.send(.appear)
        #expect(model.state.item == .loaded(nil))
        await model.send(.complete)
        #expect(model.state.failure?.message.contains("does not exist") == true && model.state.item == .loaded(nil))
        _ = try await mocks.others.create(name: "one", id: id)
        try await model.reaches { $0.item.value??.name == "one" }
    }

    @Test func `an item that cannot be loaded says why, and is loaded by another attempt`() async throws {
        mocks.showing.fail(with: ItemError(code: .networkUnreachable))
        let model = try await shown()
        #expect(model.state.item.error?.reason == .unreachable)
        mocks.showing.fail(with: nil)
        await model.send(.retry)
        #expect(model.item?.name == "one" && model.history == ["Created as “one”"])
    }

    @Test func `a history that cannot be loaded leaves the item shown`() async throws {
        mocks.telling.fail(with: ItemError(code: .serverError))
        let model = try await shown()
        #expect(model.item?.name == "one" && model.state.history.error != nil)
        mocks.telling.fail(with: nil)
        await model.send(.retry)
        #expect(model.history == ["Created as “one”"])
    }

    @Test func `each change is shown at once, and then in the history`() async throws {
        let model = try await shown()
        mocks.completing.gate.close()
        async let completed: Void = model.send(.complete)
        try await mocks.completing.gate.waits()
        #expect(model.item?.isCompleted == true && model.item?.isChanging == true)
        await model.send(.delete)
        #expect(mocks.deleting.calls.isEmpty)
        mocks.completing.gate.open()
        await completed
        #expect(model.item?.isChanging == false && model.history.first == "Completed")
        await model.send(.reopen)
        await model.send(.delete)
        #expect(model.item?.isDeleted == true)
        await model.send(.restore)
        #expect(model.item?.isDeleted == false)
        #expect(model.history == ["Restored", "Deleted", "Reopened", "Completed", "Created as “one”"])
    }

    @Test func `a change that fails is taken back, and says why`() async throws {
        let model = try await shown()
        mocks.deleting.fail(with: ItemError(code: .networkUnreachable))
        await model.send(.delete)
        #expect(model.item?.isDeleted == false && model.state.failure?.reason == .unreachable)
        await model.send(.dismissFailure)
        #expect(model.state.failure == nil)
        mocks.completing.fail(with: ItemError(code: .sessionExpired))
        await model.send(.complete)
        #expect(outcomes.all == [.sessionExpired])
    }

    @Test func `the name is edited in place, and stays typed if it cannot be recorded`() async throws {
        let model = try await shown()
        await model.send(.beginRenaming)
        await model.send(.typeName(" "))
        #expect(model.state.name?.messages.count == 1)
        await model.send(.rename)
        #expect(mocks.renaming.calls.isEmpty)
        await model.send(.typeName("two"))
        mocks.renaming.fail(with: ItemError(code: .networkUnreachable))
        await model.send(.rename)
        #expect(model.item?.name == "one" && model.state.name?.text == "two")
        mocks.renaming.fail(with: nil)
        await model.send(.rename)
        #expect(model.item?.name == "two" && model.state.name == nil)
        await model.send(.beginRenaming)
        await model.send(.cancelRenaming)
        #expect(model.state.name == nil)
        await model.send(.delete)
        await model.send(.beginRenaming)
        #expect(model.state.name == nil)
    }

    @Test func `changes of other sessions appear, with their history`() async throws {
        let model = try await shown()
        _ = try await mocks.others.rename(model.id, to: "two")
        try await model.reaches { $0.item.value??.name == "two" && $0.history.value?.count == 2 }
        mocks.showing.fail(with: ItemError(code: .networkUnreachable))
        _ = try await mocks.others.rename(model.id, to: "three")
        try await model.reaches { $0.staleness != nil }
        #expect(model.item?.name == "two")
        mocks.showing.fail(with: nil)
        await model.send(.retry)
        #expect(model.item?.name == "three" && model.state.staleness == nil)
    }

    @Test func `an item that was left is not kept up to date, and leads back to the list`() async throws {
        let model = try await shown()
        await model.send(.disappear)
        _ = try await mocks.others.rename(model.id, to: "two")
        #expect(model.item?.name == "one")
        await model.send(.close)
        #expect(outcomes.all == [.closed])
    }
}

extension ItemViewModel {
    /// The shown item.
    fileprivate var item: PresentedItem? { state.item.value ?? nil }

    /// The history in words.
    fileprivate var history: [String] { state.history.value?.map(\.text) ?? [] }
}
