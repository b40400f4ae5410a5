public import DomainKit
public import Observation
public import PresentationKit
public import ProfileDomain

/// The user's profile: the identity is set up first, then edited; live.
@MainActor @Observable
public final class ProfileViewModel: ViewModel {
    /// What the screen shows.
    public private(set) var state = State()

    @ObservationIgnored private let user: UserID
    @ObservationIgnored private let useCases: any ProfileScreenUseCases
    @ObservationIgnored private let time: any TimeSource
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void
    @ObservationIgnored private let observations = Observations()
    @ObservationIgnored private var recorded: ProfileDetails?

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - useCases: The use cases of profiles.
    ///   - time: The clock, for rules about birthdays.
    ///   - report: Called with what the screen leaves to the flow.
    public init(
        of user: UserID, _ useCases: any ProfileScreenUseCases, time: any TimeSource,
        report: @escaping @MainActor (Outcome) -> Void
    ) {
        self.user = user
        self.useCases = useCases
        self.time = time
        self.report = report
    }

    /// Carries out an action of the user.
    ///
    /// - Parameter action: The action.
    public func send(_ action: Action) async {
        switch action {
        case .appear, .retry: await load()
        case .disappear: observations.stop()
        case .typeScreenName(let text):
            state.screenName.type(text, validating: checkScreenName)
            state.isSaved = false
        case .typeBirthday(let text):
            state.birthday.type(text, validating: checkBirthday)
            state.isSaved = false
        case .save: await save()
        case .cancel: fill(with: recorded)
        case .dismissFailure: state.failure = nil
        }
    }

    private func checkScreenName(_ text: String) throws(ValidationError) {
        _ = try ScreenName(text)
    }

    private func checkBirthday(_ text: String) throws(ValidationError) {
        _ = try Birthday(text, today: time.now().day)
    }

    private func load() async {
        observations.stop()
        if state.profile.error != nil { state.profile = .loading }
        await observations.follow(useCases.observe(user)) { [weak self] result in
            self?.receive(result)
        }
    }

    private func receive(_ result: Result<ProfileDetails?, any Error>) {
        switch result {
        case .success(let details):
            state.staleness = nil
            show(details)
        case .failure(let error):
            fail(error) { if $0.profile.value == nil { $0.profile = .failed($1) } else { $0.staleness = $1 } }
        }
    }

    private func show(_ details: ProfileDetails?) {
        if let details, let recorded, details.version < recorded.version { return }
        let before = recorded
        recorded = details
        state.profile = .loaded(details.map(PresentedProfile.init))
        // What was typed is kept, where it differs from what was shown.
        if state.screenName.text == before?.screenName ?? "" { state.screenName = FormField(details?.screenName ?? "") }
        if state.birthday.text == before?.birthday ?? "" { state.birthday = FormField(details?.birthday ?? "") }
    }

    private func fill(with details: ProfileDetails?) {
        state.screenName = FormField(details?.screenName ?? "")
        state.birthday = FormField(details?.birthday ?? "")
        state.failure = nil
        state.isSaved = false
    }

    private func save() async {
        guard !state.isSaving else { return }
        // What is recorded decides whether the identity is set up or changed. See PRES-07.
        if state.profile.value == nil { await load() }
        if let error = state.profile.error { state.failure = error }
        guard state.profile.value != nil, !state.isSaving else { return }
        // Recorded values are not validated: they may be older than today's rules.
        if state.screenName.text != recorded?.screenName { state.screenName.validate(checkScreenName) }
        if state.birthday.text != recorded?.birthday { state.birthday.validate(checkBirthday) }
        guard state.screenName.isValid, state.birthday.isValid else { return }
        state.isSaving = true
        state.isSaved = false
        state.failure = nil
        defer { state.isSaving = false }
        let (screenName, birthday) = (state.screenName.text, state.birthday.text)
        do {
            try await save(screenName: screenName, birthday: birthday)
            state.isSaved = state.screenName.text == screenName && state.birthday.text == birthday
        } catch let error as ValidationError {
            state.screenName.show(error, of: "screenName")
            state.birthday.show(error, of: "birthday")
        } catch {
            fail(error) { $0.failure = $1 }
        }
    }

    private func save(screenName: String, birthday: String) async throws {
        let user = user.text
        guard let before = recorded else {
            show(try await useCases.completeIdentity(user: user, screenName: screenName, birthday: birthday))
            report(.setUp)
            return
        }
        if screenName != before.screenName {
            show(try await useCases.changeScreenName(user: user, screenName: screenName))
        }
        if birthday != before.birthday {
            show(try await useCases.correctBirthday(user: user, birthday: birthday))
        }
    }

    private func fail(_ error: any Error, show: (inout State, PresentedError) -> Void) {
        let presented = PresentedError(ofProfiles: error)
        show(&state, presented)
        if presented.reason == .sessionExpired { report(.sessionExpired) }
    }
}
