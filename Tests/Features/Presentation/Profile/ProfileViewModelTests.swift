import DomainKit
import NacreTesting
import PresentationKit
public import PresentationTesting
public import ProfileDomain
import ProfilePresentation
import Testing

extension MockUseCase: IdentityCompleting where Input == NewIdentity, Output == ProfileDetails {}
extension MockUseCase: ScreenNameChanging where Input == NewScreenName, Output == ProfileDetails {}
extension MockUseCase: BirthdayCorrecting where Input == NewBirthday, Output == ProfileDetails {}
extension MockObservation: ProfileObserving where Input == UserID, Value == ProfileDetails? {}

/// The use cases of the profile's screen, over profiles in memory, which wait and fail when a test says so.
private struct ProfileMocks: ProfileScreenUseCases {
    /// The same profiles as another session changes them.
    let others: ProfileUseCases

    let settingUp: MockUseCase<NewIdentity, ProfileDetails>
    let naming: MockUseCase<NewScreenName, ProfileDetails>
    let correcting: MockUseCase<NewBirthday, ProfileDetails>
    let showing: MockObservation<UserID, ProfileDetails?>

    init() {
        let time = ManualTimeSource()
        let storage = ProfileStorage.inMemory(time: time)
        let profiles = ProfileUseCases(in: storage, time: time)
        others = profiles
        settingUp = MockUseCase { try await profiles.completeIdentity($0) }
        naming = MockUseCase { try await profiles.changeScreenName($0) }
        correcting = MockUseCase { try await profiles.correctBirthday($0) }
        showing = MockObservation(following: storage.changes) { try await storage.queries.profile($0) }
    }

    var completeIdentity: any IdentityCompleting { settingUp }
    var changeScreenName: any ScreenNameChanging { naming }
    var correctBirthday: any BirthdayCorrecting { correcting }
    var observe: any ProfileObserving { showing }
}

@Suite(.timeLimit(.minutes(25))) @MainActor
struct ProfileViewModelTests {
    private let mocks = ProfileMocks()
    private let outcomes = Outcomes<ProfileViewModel.Outcome>()
    private let user = "u-1"

    private func made() throws -> ProfileViewModel {
        ProfileViewModel(of: try UserID(user), mocks, time: ManualTimeSource(), report: outcomes.report)
    }

    private func shown() async throws -> ProfileViewModel {
        let model = try made()
        await model.send(.appear)
        return model
    }

    private func shownAsAda() async throws -> ProfileViewModel {
        _ = try await mocks.others.completeIdentity(user: user, screenName: "ada", birthday: "1990-12-10")
        return try await shown()
    }

    @Test func `the identity is set up first, with every rule shown while typing`() async throws {
        let model = try await shown()
        #expect(model.state.needsIdentity)
        await model.send(.typeScreenName("ä"))
        #expect(model.state.screenName.messages.count == 2)
        await model.send(.typeBirthday("10.12.1990"))
        #expect(model.state.birthday.messages.count == 1)
        await model.send(.save)
        #expect(mocks.settingUp.calls.isEmpty)
        await model.send(.typeScreenName("ada"))
        await model.send(.typeBirthday("1990-12-10"))
        mocks.settingUp.gate.close()
        async let saved: Void = model.send(.save)
        try await mocks.settingUp.gate.waits()
        #expect(model.state.isSaving)
        mocks.settingUp.gate.open()
        await saved
        #expect(model.state.profile.value??.screenName == "ada" && !model.state.isSaving)
        #expect(outcomes.all == [.setUp])
    }

    @Test func `of a profile that is set up, only what is different is changed`() async throws {
        let model = try await shownAsAda()
        #expect(!model.state.needsIdentity && model.state.screenName.text == "ada")
        await model.send(.save)
        await model.send(.typeScreenName("countess"))
        await model.send(.save)
        #expect(model.state.profile.value??.screenName == "countess" && model.state.isSaved)
        await model.send(.typeBirthday("1990-12-11"))
        #expect(!model.state.isSaved)
        await model.send(.save)
        #expect(model.state.profile.value??.birthday == "1990-12-11" && model.state.isSaved)
        #expect(mocks.naming.calls.count == 1 && mocks.correcting.calls.count == 1 && mocks.settingUp.calls.isEmpty)
        #expect(outcomes.all.isEmpty)
    }

    @Test func `a new screen saves what is typed, or says why it cannot`() async throws {
        _ = try await mocks.others.completeIdentity(user: user, screenName: "ada", birthday: "1990-12-10")
        let model = try made()
        await model.send(.typeScreenName("countess"))
        await model.send(.typeBirthday("1990-12-10"))
        mocks.showing.fail(with: ProfileError(code: .networkUnreachable))
        await model.send(.save)
        #expect(model.state.failure?.reason == .unreachable && model.state.screenName.text == "countess")
        mocks.showing.fail(with: nil)
        await model.send(.save)
        #expect(model.state.profile.value??.screenName == "countess" && model.state.failure == nil)
        #expect(mocks.naming.calls.count == 1 && mocks.correcting.calls.isEmpty && mocks.settingUp.calls.isEmpty)
    }

    @Test func `what could not be saved stays typed, and says why`() async throws {
        let model = try await shownAsAda()
        _ = try await mocks.others.completeIdentity(user: "u-2", screenName: "bob", birthday: "1990-12-10")
        await model.send(.typeScreenName("Bob"))
        await model.send(.save)
        #expect(model.state.failure?.message.contains("taken") == true)
        #expect(model.state.screenName.text == "Bob" && model.state.profile.value??.screenName == "ada")
        #expect(!model.state.isSaved)
        await model.send(.dismissFailure)
        mocks.naming.fail(with: ProfileError(code: .networkUnreachable))
        await model.send(.save)
        #expect(model.state.failure?.reason == .unreachable)
        await model.send(.cancel)
        #expect(model.state.screenName == FormField("ada") && model.state.failure == nil)
    }

    @Test func `rules that only the use case knows are shown at their fields`() async throws {
        let model = try await shownAsAda()
        await model.send(.typeScreenName("countess"))
        mocks.naming.fail(with: ValidationError(ValidationFailure(field: "screenName", value: "", message: "is rude")))
        await model.send(.save)
        #expect(model.state.screenName.messages == ["is rude"] && model.state.birthday.isValid)
    }

    @Test func `changes of other sessions appear, and keep what is typed`() async throws {
        let model = try await shownAsAda()
        await model.send(.typeBirthday("1990-12-11"))
        _ = try await mocks.others.changeScreenName(user: user, screenName: "countess")
        try await model.reaches { $0.profile.value??.screenName == "countess" }
        #expect(model.state.screenName.text == "countess" && model.state.birthday.text == "1990-12-11")
    }

    @Test func `a profile that cannot be loaded is loaded by another attempt, one that becomes stale says so`()
        async throws
    {
        mocks.showing.fail(with: ProfileError(code: .networkUnreachable))
        let model = try await shownAsAda()
        #expect(model.state.profile.error?.reason == .unreachable)
        await model.send(.save)
        mocks.showing.fail(with: nil)
        await model.send(.retry)
        #expect(model.state.profile.value??.screenName == "ada")
        mocks.showing.fail(with: ProfileError(code: .sessionExpired))
        _ = try await mocks.others.changeScreenName(user: user, screenName: "countess")
        try await model.reaches { $0.staleness != nil }
        #expect(outcomes.all == [.sessionExpired] && model.state.profile.value??.screenName == "ada")
        await model.send(.disappear)
    }
}
