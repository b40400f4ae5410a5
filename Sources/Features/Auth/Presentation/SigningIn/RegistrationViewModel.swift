public import AuthDomain
import DomainKit
public import Observation
public import PresentationKit

/// Registering an account with e-mail address and password.
@MainActor @Observable
public final class RegistrationViewModel: ViewModel {
    /// What the screen shows.
    public struct State: Sendable, Equatable {
        /// The e-mail address that is typed.
        public internal(set) var email = FormField()

        /// The password that is typed.
        public internal(set) var password = PasswordField()

        /// Whether the account is being registered.
        public internal(set) var isRegistering = false

        /// Whether the registration was accepted: a mail to the address says what comes next, whether or not it had an
        /// account before.
        public internal(set) var isRegistered = false

        /// Why registering failed.
        public internal(set) var failure: PresentedError?
    }

    /// What the user can do.
    public enum Action: Sendable {
        /// Type the e-mail address.
        case typeEmail(String)

        /// Type the password.
        case typePassword(String)

        /// Register.
        case register

        /// Sign in, instead or afterwards.
        case signIn
    }

    /// What the screen leaves to the flow.
    public enum Outcome: Sendable, Equatable {
        /// The user wants to sign in.
        case signingIn
    }

    /// What the screen shows.
    public private(set) var state = State()

    @ObservationIgnored private let register: any AccountRegistering
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - register: Registers accounts.
    ///   - report: Called with what the screen leaves to the flow.
    public init(register: any AccountRegistering, report: @escaping @MainActor (Outcome) -> Void) {
        self.register = register
        self.report = report
    }

    /// Carries out an action of the user.
    ///
    /// - Parameter action: The action.
    public func send(_ action: Action) async {
        switch action {
        case .typeEmail(let text):
            state.isRegistered = false
            state.email.type(text, validating: EmailAddress.check)
            // A rule for passwords depends on the address.
            if !state.password.text.isEmpty { typePassword(state.password.text) }
        case .typePassword(let text):
            state.isRegistered = false
            typePassword(text)
        case .register: await submit()
        case .signIn: report(.signingIn)
        }
    }

    private func typePassword(_ text: String) {
        state.password.type(text, newFor: state.email.text)
    }

    private func submit() async {
        guard !state.isRegistering, !state.isRegistered else { return }
        state.email.validate(EmailAddress.check)
        typePassword(state.password.text)
        guard state.email.isValid, state.password.isValid else { return }
        state.isRegistering = true
        state.failure = nil
        defer { state.isRegistering = false }
        let password = state.password
        do {
            try await register(NewAccount(email: state.email.text, password: password.password))
            state.password.clear(password)
            state.isRegistered = true
        } catch let error as ValidationError {
            state.email.show(error, of: "email")
            state.password.show(error)
        } catch {
            state.failure = PresentedError(ofAccounts: error)
        }
    }
}
