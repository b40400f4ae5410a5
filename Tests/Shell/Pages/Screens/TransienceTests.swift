import DomainKit
import ItemsDomain
import PresentationKit
import Testing

@testable import AuthPresentation
@testable import ItemsPresentation
@testable import ProfilePresentation
@testable import ShellPages

/// What a screen shows that its URL does not say: a redirect to the URL would lose it.
@MainActor
@Suite struct TransienceTests {
    @Test func `a list shows no more than its URL says, whatever is loaded, filtered and searched`() {
        var state = ItemsViewModel.State(filter: .completed, search: "milk")
        #expect(!state.isTransient)
        state.items = .failed(Sample.unreachable)
        #expect(!state.isTransient)
        state.items = .loaded(Self.items(ItemsViewModel.pageSize))
        state.hasMore = true
        #expect(!state.isTransient)
    }

    @Test(arguments: [
        Change<ItemsViewModel.State>("more items") { $0.items = .loaded(items(ItemsViewModel.pageSize + 1)) },
        Change("a name that is being edited") {
            $0.renaming = ItemsViewModel.Renaming(id: items(1)[0].id, name: FormField())
        },
        Change("a failure") { $0.failure = ItemsViewModel.ChangeFailure(item: nil, error: Sample.unreachable) },
        Change("a new name") { $0.newItem = FormField("Buy milk") },
        Change("a new name that is missing") { $0.newItem = Sample.typed("", ItemName.check) },
        Change("items out of date") { $0.staleness = Sample.unreachable },
        Change("a notice") {
            $0.notice = ItemsViewModel.Notice(item: items(1)[0].id, words: "Restored", name: "Buy milk")
        },
    ])
    func `a list shows more than its URL says`(_ change: Change<ItemsViewModel.State>) {
        #expect(change.applied(to: ItemsViewModel.State(filter: .all, search: "")).isTransient)
    }

    @Test func `an item shows no more than its URL says while it is only read`() {
        var state = ItemViewModel.State()
        #expect(!state.isTransient)
        state.history = .loaded(Self.history(ItemViewModel.historyPageSize))
        #expect(!state.isTransient)
    }

    @Test(arguments: [
        Change<ItemViewModel.State>("older lines") {
            $0.history = .loaded(history(ItemViewModel.historyPageSize + 1))
        },
        Change("a name that is being edited") { $0.name = FormField("Buy milk") },
        Change("a failure") { $0.failure = Sample.unreachable },
        Change("an item out of date") { $0.itemStaleness = Sample.unreachable },
        Change("a history out of date") { $0.historyStaleness = Sample.unreachable },
    ])
    func `an item shows more than its URL says`(_ change: Change<ItemViewModel.State>) {
        #expect(change.applied(to: ItemViewModel.State()).isTransient)
    }

    @Test func `a profile shows no more than its URL says while nothing was typed`() {
        var state = ProfileViewModel.State()
        #expect(!state.isTransient)
        state.profile = .loaded(nil)
        #expect(!state.isTransient)
        state.profile = .loaded(ProfileViewModel.PresentedProfile(screenName: "ada", birthday: "1815-12-10"))
        (state.screenName, state.birthday) = (FormField("ada"), FormField("1815-12-10"))
        #expect(!state.isTransient)
    }

    @Test(arguments: [
        Change<ProfileViewModel.State>("a screen name") { $0.screenName = FormField("ada") },
        Change("a birthday") { $0.birthday = FormField("1815-12-10") },
        Change("what was saved") { $0.isSaved = true },
        Change("a failure") { $0.failure = Sample.unreachable },
        Change("a profile out of date") { $0.staleness = Sample.unreachable },
    ])
    func `a profile shows more than its URL says`(_ change: Change<ProfileViewModel.State>) {
        #expect(change.applied(to: ProfileViewModel.State()).isTransient)
    }

    @Test(arguments: [
        Change<AccountViewModel.State>("a failure") { $0.failure = Sample.unreachable },
        Change("an account out of date") { $0.staleness = Sample.unreachable },
        Change("a changed password") { $0.isPasswordChanged = true },
        Change("a deletion to confirm") { $0.deletion = PasswordField() },
        Change("a current password that is missing") { $0.currentPassword.requireText() },
        Change("a new password that is too short") { $0.newPassword.type("short", newFor: "") },
    ])
    func `an account shows more than its URL says`(_ change: Change<AccountViewModel.State>) {
        #expect(!AccountViewModel.State().isTransient)
        #expect(change.applied(to: AccountViewModel.State()).isTransient)
    }

    private static func items(_ count: Int) -> [PresentedItem] {
        (1...count).map { Sample.presented(UInt64($0), "Item \($0)") }
    }

    private static func history(_ count: Int) -> [ItemViewModel.HistoryLine] {
        (1...count).map { ItemViewModel.HistoryLine(id: UInt64($0), time: Sample.morning, text: "Renamed") }
    }
}

/// A change of a state, with what the screen shows then.
struct Change<State: Sendable>: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let change: @MainActor @Sendable (inout State) -> Void

    init(_ description: String, _ change: @escaping @MainActor @Sendable (inout State) -> Void) {
        testDescription = description
        self.change = change
    }

    @MainActor func applied(to state: State) -> State {
        var state = state
        change(&state)
        return state
    }
}
