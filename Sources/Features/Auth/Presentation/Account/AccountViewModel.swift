public import AuthDomain
import DomainKit
public import Observation
public import PresentationKit

/// The account of a session: password, sessions, deletion.
@MainActor @Observable
public final class AccountViewModel: ViewModel {
    /// What the screen shows.
    public private(set) var state = State()

    @ObservationIgnored private let token: Token
    @ObservationIgnored private let useCases: any AccountScreenUseCases
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - token: The token of the session.
    ///   - useCases: The use cases of accounts.
    ///   - report: Called with what the screen leaves to the flow.
    public init(
        token: Token, _ useCases: any AccountScreenUseCases, report: @escaping @MainActor (Outcome) -> Void
    ) {
        self.token = token
        self.useCases = useCases
        self.report = report
    }

    /// Carries out an action of the user.
    ///
    /// - Parameter action: The action.
    public func send(_ action: Action) async {
        switch action {
        case .appear, .retry: await load()
        case .typeCurrentPassword(let text): state.currentPassword.type(text)
        // The rules about the address are the use case's: the screen does not know it.
        case .typeNewPassword(let text):
            state.newPassword.type(text, newFor: "")
            state.isPasswordChanged = false
        case .changePassword: await changePassword()
        case .signOut: await signOut(.thisSession)
        case .signOutEverywhere: await signOut(.allSessions)
        case .beginDeletion: if state.work == nil { state.deletion = PasswordField() }
        case .typeDeletionPassword(let text): typeDeletion(password: text)
        case .delete: await delete()
        case .cancelDeletion: if state.work != .deleting { state.deletion = nil }
        }
    }

    private func load() async {
        if state.account.error != nil { state.account = .loading }
        do {
            let account = try await useCases.authenticate(token)
            let sessions = try await useCases.fetchSessions(token)
            state.account = .loaded(PresentedAccount(account, sessions))
            state.staleness = nil
        } catch {
            fail(error) { if $0.account.value == nil { $0.account = .failed($1) } else { $0.staleness = $1 } }
        }
    }

    private func changePassword() async {
        state.currentPassword.requireText()
        state.newPassword.type(state.newPassword.text, newFor: "")
        guard state.currentPassword.isValid, state.newPassword.isValid else { return }
        let (current, new) = (state.currentPassword, state.newPassword)
        await perform(.changingPassword) {
            try await useCases.changePassword(
                PasswordChange(token: token, current: current.password, new: new.password))
            state.currentPassword.clear(current)
            state.newPassword.clear(new)
            state.isPasswordChanged = true
            // The other sessions have ended.
            await load()
        }
    }

    private func signOut(_ scope: SignOutRequest.Scope) async {
        await perform(.signingOut) {
            try await useCases.signOut(token, scope: scope)
            report(.signedOut)
        }
    }

    private func typeDeletion(password: String) {
        var deletion = state.deletion ?? PasswordField()
        deletion.type(password)
        state.deletion = deletion
    }

    private func delete() async {
        // Without a password, it is asked for.
        var deletion = state.deletion ?? PasswordField()
        deletion.requireText()
        state.deletion = deletion
        guard deletion.isValid else { return }
        await perform(.deleting) {
            _ = try await useCases.delete(AccountDeletion(token: token, password: deletion.password))
            state.deletion = nil
            report(.deleted)
        }
    }

    private func perform(_ work: Work, _ body: () async throws -> Void) async {
        guard state.work == nil else { return }
        state.work = work
        state.failure = nil
        defer { state.work = nil }
        do {
            try await body()
        } catch let error as ValidationError {
            state.newPassword.show(error)
        } catch let error as AuthError where error.code == .invalidCredentials {
            // The address is not in question here.
            state.failure = PresentedError(
                .other, message: "this is not your password: type the one that you sign in with")
        } catch {
            fail(error) { $0.failure = $1 }
        }
    }

    private func fail(_ error: any Error, show: (inout State, PresentedError) -> Void) {
        let presented = PresentedError(ofAccounts: error)
        show(&state, presented)
        if presented.reason == .sessionExpired { report(.sessionExpired) }
    }
}
