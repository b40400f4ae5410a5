public import AuthDomain
import DomainKit
public import Observation
public import PresentationKit

/// Asking for a mail with a link: to choose a new password, or to confirm the address.
@MainActor @Observable
public final class MailRequestViewModel: ViewModel {
    /// What the screen shows.
    public struct State: Sendable, Equatable {
        /// What the link is for.
        public internal(set) var purpose = Purpose.passwordReset

        /// The e-mail address that is typed.
        public internal(set) var email = FormField()

        /// Whether the mail is being asked for.
        public internal(set) var isRequesting = false

        /// Whether the request was accepted: a mail is sent if the address has an account.
        public internal(set) var isRequested = false

        /// Why the request failed.
        public internal(set) var failure: PresentedError?
    }

    /// What a link is for.
    public enum Purpose: Sendable, Equatable {
        /// Choosing a new password.
        case passwordReset

        /// Confirming the address.
        case confirmation
    }

    /// What the user can do.
    public enum Action: Sendable {
        /// Type the e-mail address.
        case typeEmail(String)

        /// Ask for the mail.
        case request

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

    @ObservationIgnored private let request: @Sendable (_ email: String) async throws -> Void
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void

    private init(
        _ purpose: Purpose, report: @escaping @MainActor (Outcome) -> Void,
        request: @escaping @Sendable (_ email: String) async throws -> Void
    ) {
        self.request = request
        self.report = report
        state.purpose = purpose
    }

    /// Creates the screen for a link to choose a new password.
    ///
    /// - Parameters:
    ///   - requestReset: Asks for a mail.
    ///   - report: Called with what the screen leaves to the flow.
    public convenience init(
        requestReset: any PasswordResetRequesting, report: @escaping @MainActor (Outcome) -> Void
    ) {
        self.init(.passwordReset, report: report) { try await requestReset($0) }
    }

    /// Creates the screen for a link that confirms the address.
    ///
    /// - Parameters:
    ///   - requestConfirmation: Asks for a mail.
    ///   - report: Called with what the screen leaves to the flow.
    public convenience init(
        requestConfirmation: any ConfirmationRequesting, report: @escaping @MainActor (Outcome) -> Void
    ) {
        self.init(.confirmation, report: report) { try await requestConfirmation($0) }
    }

    /// Carries out an action of the user.
    ///
    /// - Parameter action: The action.
    public func send(_ action: Action) async {
        switch action {
        case .typeEmail(let text):
            state.email.type(text, validating: EmailAddress.check)
            state.isRequested = false
        case .request: await submit()
        case .signIn: report(.signingIn)
        }
    }

    private func submit() async {
        guard !state.isRequesting, !state.isRequested else { return }
        state.email.validate(EmailAddress.check)
        guard state.email.isValid else { return }
        state.isRequesting = true
        state.failure = nil
        defer { state.isRequesting = false }
        do {
            try await request(state.email.text)
            state.isRequested = true
        } catch {
            state.failure = PresentedError(ofAccounts: error)
        }
    }
}
