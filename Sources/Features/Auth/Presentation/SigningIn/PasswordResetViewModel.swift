public import AuthDomain
import DomainKit
public import Observation
public import PresentationKit

/// Choosing a new password with the link of a mail.
@MainActor @Observable
public final class PasswordResetViewModel: ViewModel {
    /// What the screen shows.
    public struct State: Sendable, Equatable {
        /// The new password that is typed.
        public internal(set) var password = PasswordField()

        /// Whether it is being set.
        public internal(set) var isResetting = false

        /// Whether it was set: the user signs in with it.
        public internal(set) var isReset = false

        /// Why it was not set; with an invalid link, another one is asked for.
        public internal(set) var failure: PresentedError?
    }

    /// What the user can do.
    public enum Action: Sendable {
        /// Type the new password.
        case typePassword(String)

        /// Set the password.
        case reset

        /// Sign in.
        case signIn

        /// Ask for another link.
        case requestAnother
    }

    /// What the screen leaves to the flow.
    public enum Outcome: Sendable, Equatable {
        /// The user wants to sign in.
        case signingIn

        /// The user wants another link.
        case requesting
    }

    /// What the screen shows.
    public private(set) var state = State()

    /// The token of the link; `nil` if the link is no link of a mail.
    @ObservationIgnored private let token: Token?
    @ObservationIgnored private let resetPassword: any PasswordResetting
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - token: The text of the link's token.
    ///   - resetPassword: Sets the password.
    ///   - report: Called with what the screen leaves to the flow.
    public init(
        token: String, resetPassword: any PasswordResetting, report: @escaping @MainActor (Outcome) -> Void
    ) {
        self.token = Token(token)
        self.resetPassword = resetPassword
        self.report = report
        if self.token == nil { state.failure = PresentedError(ofAccounts: AuthError(code: .linkInvalid)) }
    }

    /// Carries out an action of the user.
    ///
    /// - Parameter action: The action.
    public func send(_ action: Action) async {
        switch action {
        // The rules about the address are the use case's: the screen does not know it.
        case .typePassword(let text):
            state.password.type(text, newFor: "")
            state.isReset = false
        case .reset: await submit()
        case .signIn: report(.signingIn)
        case .requestAnother: report(.requesting)
        }
    }

    private func submit() async {
        guard !state.isResetting, !state.isReset, let token else { return }
        state.password.type(state.password.text, newFor: "")
        guard state.password.isValid else { return }
        state.isResetting = true
        state.failure = nil
        defer { state.isResetting = false }
        let password = state.password
        do {
            try await resetPassword(PasswordReset(token: token, new: password.password))
            state.password.clear(password)
            state.isReset = true
        } catch let error as ValidationError {
            state.password.show(error)
        } catch {
            state.failure = PresentedError(ofAccounts: error)
        }
    }
}
