public import AuthDomain
import DomainKit
public import Observation
public import PresentationKit

/// Confirming an e-mail address with the link of a mail.
@MainActor @Observable
public final class ConfirmationViewModel: ViewModel {
    /// What the screen shows.
    public struct State: Sendable, Equatable {
        /// Whether the address is being confirmed.
        public internal(set) var isConfirming = false

        /// Whether it was confirmed.
        public internal(set) var isConfirmed = false

        /// Why it was not.
        public internal(set) var failure: PresentedError?
    }

    /// What the user can do.
    public enum Action: Sendable {
        /// Confirm the address.
        case confirm

        /// Sign in.
        case signIn
    }

    /// What the screen leaves to the flow.
    public enum Outcome: Sendable, Equatable {
        /// The user wants to sign in.
        case signingIn
    }

    /// What the screen shows.
    public private(set) var state = State()

    @ObservationIgnored private let token: String
    @ObservationIgnored private let confirmEmail: any EmailConfirming
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - token: The text of the link's token.
    ///   - confirmEmail: Confirms addresses.
    ///   - report: Called with what the screen leaves to the flow.
    public init(token: String, confirmEmail: any EmailConfirming, report: @escaping @MainActor (Outcome) -> Void) {
        self.token = token
        self.confirmEmail = confirmEmail
        self.report = report
    }

    /// Carries out an action of the user.
    ///
    /// - Parameter action: The action.
    public func send(_ action: Action) async {
        switch action {
        case .confirm: await confirm()
        case .signIn: report(.signingIn)
        }
    }

    private func confirm() async {
        guard !state.isConfirming, !state.isConfirmed else { return }
        state.isConfirming = true
        state.failure = nil
        defer { state.isConfirming = false }
        do {
            guard let token = Token(token) else { throw AuthError(code: .linkInvalid) }
            try await confirmEmail(token)
            state.isConfirmed = true
        } catch {
            state.failure = PresentedError(ofAccounts: error)
        }
    }
}
