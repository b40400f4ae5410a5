import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit
import PresentationTesting
import Testing

/// Answers to a list's own changes that arrive after what others have done since.
@Suite(.timeLimit(.minutes(25))) @MainActor
struct LateAnswerTests {
    private let mocks = ItemMocks()

    private func shown() async -> ItemsViewModel {
        let list = ItemsViewModel(mocks, ids: RandomIDGenerator()) { _ in }
        await list.send(.appear)
        return list
    }

    @Test func `an answer does not hide a newer version of the item`() async throws {
        let id = try await mocks.add("one")[0]
        let list = await shown()
        mocks.completing.answers.close()
        async let completed: Void = list.send(.complete(id))
        try await mocks.completing.answers.waits()
        _ = try await mocks.others.rename(id, to: "two")
        try await list.reaches { $0.items.value?.first?.name == "two" }
        mocks.completing.answers.open()
        await completed
        #expect(list.state.items.value?.map(\.name) == ["two"])
        #expect(list.state.items.value?.first?.isCompleted == true)
    }

    @Test func `an answer does not bring back an item that was deleted since`() async throws {
        let id = try await mocks.add("one")[0]
        let list = await shown()
        mocks.completing.answers.close()
        async let completed: Void = list.send(.complete(id))
        try await mocks.completing.answers.waits()
        _ = try await mocks.others.delete(id)
        try await list.reaches { $0.isEmpty }
        mocks.completing.answers.open()
        await completed
        #expect(list.state.isEmpty && list.state.failure == nil)
    }

    @Test func `an added item is shown as it was changed before the answer arrived`() async throws {
        let list = await shown()
        await list.send(.typeNew("one"))
        mocks.creating.answers.close()
        async let added: Void = list.send(.add)
        try await mocks.creating.answers.waits()
        try await list.reaches { $0.items.value?.count == 1 }
        _ = try await mocks.others.rename(try #require(mocks.creating.calls[0].id), to: "two")
        try await list.reaches { $0.items.value?.first?.name == "two" }
        mocks.creating.answers.open()
        await added
        #expect(list.state.items.value?.map(\.name) == ["two"])
    }
}
