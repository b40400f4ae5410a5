public import AuthDomain
import DomainKit
public import Observation
public import PresentationKit

/// Signing in with e-mail address and password.
@MainActor @Observable
public final class SignInViewModel: ViewModel {
    /// What the screen shows.
    public struct State: Sendable, Equatable {
        /// The e-mail address that is typed.
        public internal(set) var email = FormField()

        /// The password that is typed.
        public internal(set) var password = PasswordField()

        /// Whether they are being checked.
        public internal(set) var isSigningIn = false

        /// Why signing in failed: wrong, locked, busy, unreachable.
        public internal(set) var failure: PresentedError?
    }

    /// What the user can do.
    public enum Action: Sendable {
        /// Type the e-mail address.
        case typeEmail(String)

        /// Type the password.
        case typePassword(String)

        /// Sign in.
        case signIn

        /// Register instead.
        case register

        /// Ask for a new password.
        case forgotPassword
    }

    /// What the screen leaves to the flow.
    public enum Outcome: Sendable {
        /// The user has signed in.
        case signedIn(SignedIn)

        /// The user wants to register.
        case registering

        /// The user has forgotten the password.
        case forgotPassword
    }

    /// What the screen shows.
    public private(set) var state = State()

    @ObservationIgnored private let signIn: any SigningIn
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - signIn: Signs in.
    ///   - report: Called with what the screen leaves to the flow.
    public init(signIn: any SigningIn, report: @escaping @MainActor (Outcome) -> Void) {
        self.signIn = signIn
        self.report = report
    }

    /// Carries out an action of the user.
    ///
    /// - Parameter action: The action.
    public func send(_ action: Action) async {
        switch action {
        case .typeEmail(let text): state.email.type(text, validating: EmailAddress.check)
        case .typePassword(let text): state.password.type(text)
        case .signIn: await submit()
        case .register: report(.registering)
        case .forgotPassword: report(.forgotPassword)
        }
    }

    private func submit() async {
        guard !state.isSigningIn else { return }
        state.email.validate(EmailAddress.check)
        state.password.requireText()
        guard state.email.isValid, state.password.isValid else { return }
        state.isSigningIn = true
        state.failure = nil
        defer { state.isSigningIn = false }
        let password = state.password
        do {
            let signedIn = try await signIn(email: state.email.text, password: password.password)
            state.password.clear(password)
            report(.signedIn(signedIn))
        } catch {
            state.failure = PresentedError(ofAccounts: error)
        }
    }
}
