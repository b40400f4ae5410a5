import DomainKit
import ItemsDomain
import ItemsPresentation
import NacreTesting
import PresentationKit
import PresentationTesting
import Testing

/// The history on the screen of an item.
@Suite(.timeLimit(.minutes(25))) @MainActor
struct ItemHistoryTests {
    private let mocks = ItemMocks()

    private func shown(_ id: ItemID, historyPageSize: Int = 100) async -> ItemViewModel {
        let model = ItemViewModel(id, mocks, historyPageSize: historyPageSize) { _ in }
        await model.send(.appear)
        return model
    }

    @Test func `the newest lines are shown, and older ones when they are asked for`() async throws {
        let id = try await mocks.add("1")[0]
        for number in 2...5 { _ = try await mocks.others.rename(id, to: "\(number)") }
        let model = await shown(id, historyPageSize: 2)
        #expect(model.history == ["Renamed to “5”", "Renamed to “4”"] && model.state.hasMoreHistory)
        await model.send(.loadMoreHistory)
        #expect(model.history.count == 4 && model.state.hasMoreHistory)
        _ = try await mocks.others.rename(id, to: "6")
        try await model.reaches { $0.history.value?.first?.text == "Renamed to “6”" }
        #expect(model.history.count == 4)
        await model.send(.loadMoreHistory)
        #expect(model.history.last == "Created as “1”" && !model.state.hasMoreHistory)
        await model.send(.loadMoreHistory)
        #expect(model.history.count == 6)
    }

    @Test func `events that have changed nothing are left out`() async throws {
        let id = try await mocks.add("one")[0]
        _ = try await mocks.repository.save([.restored, .reopened, .completed], for: id, expecting: 1)
        _ = try await mocks.repository.save([.completed, .deleted, .renamed(name: "x")], for: id, expecting: 4)
        #expect(await shown(id).history == ["Deleted", "Completed", "Created as “one”"])
    }

    @Test func `nothing of an item that is erased stays on its screen`() async throws {
        let id = try await mocks.add("one")[0]
        let model = await shown(id)
        await model.send(.beginRenaming)
        mocks.telling.answers.close()
        async let completed: Void = model.send(.complete)
        try await mocks.telling.answers.waits()
        try await mocks.erase(id)
        try await model.reaches { $0.item == .loaded(nil) }
        #expect(model.state.history == .loaded([]) && model.state.name == nil)
        // What was being loaded does not bring it back.
        mocks.telling.answers.open()
        await completed
        #expect(model.state.history == .loaded([]) && model.state.item == .loaded(nil))
    }

    @Test func `the answer to a change does not bring back an item that is erased`() async throws {
        let id = try await mocks.add("one")[0]
        let model = await shown(id)
        mocks.completing.answers.close()
        async let completed: Void = model.send(.complete)
        try await mocks.completing.answers.waits()
        try await mocks.erase(id)
        try await model.reaches { $0.item == .loaded(nil) }
        mocks.completing.answers.open()
        await completed
        #expect(model.state.item == .loaded(nil) && model.state.history == .loaded([]))
    }

    @Test func `an item that does not exist has no history, and gets one when it is created`() async throws {
        let id = ItemID(RandomIDGenerator().next())
        let model = await shown(id)
        #expect(model.state.history == .loaded([]))
        _ = try await mocks.others.create(name: "one", id: id)
        try await model.reaches { $0.history.value?.count == 1 }
    }

    @Test func `a history that lacks the last change says so, until it is loaded again`() async throws {
        let id = try await mocks.add("one")[0]
        let model = await shown(id)
        mocks.telling.fail(with: ItemError(code: .serverError))
        _ = try await mocks.others.rename(id, to: "two")
        try await model.reaches { $0.staleness != nil }
        #expect(model.history == ["Created as “one”"] && model.state.item.value??.name == "two")
        mocks.telling.fail(with: nil)
        _ = try await mocks.others.rename(id, to: "three")
        try await model.reaches { $0.history.value?.count == 3 }
        #expect(model.state.staleness == nil)
    }

    @Test func `of two loads at once, the one that began later counts`() async throws {
        let id = try await mocks.add("one")[0]
        let model = await shown(id)
        mocks.telling.answers.close()
        async let completed: Void = model.send(.complete)
        try await mocks.telling.answers.waits()
        mocks.telling.fail(with: ItemError(code: .serverError))
        _ = try await mocks.others.rename(id, to: "two")
        try await model.reaches { $0.staleness != nil }
        mocks.telling.answers.open()
        await completed
        #expect(model.state.staleness != nil)
    }
}

extension ItemViewModel {
    /// The history in words.
    fileprivate var history: [String] { state.history.value?.map(\.text) ?? [] }
}
