public import AuthDomain
public import Observation
public import PresentationKit

/// The flow before a session: signing in, registering, a forgotten password, the links of mails.
@MainActor @Observable
public final class SignInCoordinator: Coordinator {
    /// The screens of the flow.
    public enum Screen {
        /// Signing in.
        case signIn(SignInViewModel)

        /// Registering.
        case registration(RegistrationViewModel)

        /// Asking for a new password.
        case forgottenPassword(MailRequestViewModel)

        /// Asking for another link that confirms an address.
        case confirmationRequest(MailRequestViewModel)

        /// Choosing a new password.
        case passwordReset(PasswordResetViewModel)

        /// Confirming an address.
        case confirmation(ConfirmationViewModel)
    }

    /// Where the user is.
    public private(set) var route: SignInRoute

    @ObservationIgnored private let useCases: any SignInScreenUseCases
    @ObservationIgnored private let report: @MainActor (SignedIn) -> Void
    @ObservationIgnored private var made: Screen?

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - useCases: The use cases of accounts.
    ///   - route: The first place.
    ///   - report: Called with the session when the user has signed in.
    public init(
        _ useCases: any SignInScreenUseCases, at route: SignInRoute, report: @escaping @MainActor (SignedIn) -> Void
    ) {
        self.useCases = useCases
        self.route = route
        self.report = report
    }

    /// The screen there.
    public var screen: Screen {
        let screen = made ?? make(route)
        made = screen
        return screen
    }

    /// Opens a place of the flow.
    ///
    /// - Parameter route: The place.
    public func open(_ route: SignInRoute) {
        guard route != self.route else { return }
        made = nil
        self.route = route
    }

    private func make(_ route: SignInRoute) -> Screen {
        switch route {
        case .signIn:
            .signIn(
                SignInViewModel(signIn: useCases.signIn) { [weak self] outcome in
                    switch outcome {
                    case .signedIn(let signedIn): self?.report(signedIn)
                    case .registering: self?.open(.register)
                    case .forgotPassword: self?.open(.forgottenPassword)
                    }
                })
        case .register:
            .registration(
                RegistrationViewModel(register: useCases.register) { [weak self] _ in self?.open(.signIn) })
        case .forgottenPassword:
            .forgottenPassword(
                MailRequestViewModel(requestReset: useCases.requestPasswordReset) { [weak self] _ in
                    self?.open(.signIn)
                })
        case .requestConfirmation:
            .confirmationRequest(
                MailRequestViewModel(requestConfirmation: useCases.requestConfirmation) { [weak self] _ in
                    self?.open(.signIn)
                })
        case .resetPassword(let token):
            .passwordReset(
                PasswordResetViewModel(token: token, resetPassword: useCases.resetPassword) { [weak self] outcome in
                    switch outcome {
                    case .signingIn: self?.open(.signIn)
                    case .requesting: self?.open(.forgottenPassword)
                    }
                })
        case .confirm(let token):
            .confirmation(
                ConfirmationViewModel(token: token, confirmEmail: useCases.confirmEmail) { [weak self] _ in
                    self?.open(.signIn)
                })
        }
    }
}
