import AuthDomain
import DomainKit
import PresentationKit

@testable import AuthPresentation
@testable import ShellPages

extension Sample {
    /// A password that no page may contain.
    static let password = "correct horse battery <staple>"

    static let signIn: [Sample] = [
        entry("sign-in", SignInViewModel.State().content),
        entry(
            "sign-in-failed",
            changed(SignInViewModel.State()) { state in
                state.email = FormField(hostile[2])
                state.password.type(password)
                state.failure = PresentedError(AuthError(code: .invalidCredentials), reason: .other)
            }.content),
        entry(
            "sign-in-busy",
            changed(SignInViewModel.State()) { state in
                state.email = FormField("ada@example.com")
                state.isSigningIn = true
            }.content),
        entry("register", RegistrationViewModel.State().content),
        entry(
            "register-invalid",
            changed(RegistrationViewModel.State()) { state in
                state.email = typed("ada", EmailAddress.check)
                state.password.type("short", newFor: "ada")
                state.failure = unreachable
            }.content),
        entry(
            "registered",
            changed(RegistrationViewModel.State()) { state in
                state.email = FormField("ada@example.com")
                state.isRegistered = true
            }.content),
        entry("forgotten-password", MailRequestViewModel.State().content),
        entry(
            "forgotten-password-invalid",
            changed(MailRequestViewModel.State()) { $0.email = typed("", EmailAddress.check) }.content),
        entry(
            "forgotten-password-requested",
            changed(MailRequestViewModel.State()) { state in
                state.email = FormField("ada@example.com")
                state.isRequested = true
            }.content),
        entry("reset-password", PasswordResetViewModel.State().content),
        entry(
            "reset-password-link-invalid",
            changed(PasswordResetViewModel.State()) { state in
                state.password.type(password, newFor: "")
                state.failure = PresentedError(AuthError(code: .linkInvalid), reason: .other)
            }.content),
        entry("password-reset", changed(PasswordResetViewModel.State()) { $0.isReset = true }.content),
        entry("request-confirmation", changed(MailRequestViewModel.State()) { $0.purpose = .confirmation }.content),
        entry("confirm", ConfirmationViewModel.State().content),
        entry(
            "confirm-failed",
            changed(ConfirmationViewModel.State()) { state in
                state.failure = PresentedError(AuthError(code: .linkInvalid), reason: .other)
            }.content),
        entry("confirmed", changed(ConfirmationViewModel.State()) { $0.isConfirmed = true }.content),
    ]

    private static func entry(_ name: String, _ content: ScreenContent) -> Sample {
        Sample(name: name, flow: .signIn, content: content)
    }

    static func changed<State>(_ state: State, _ change: (inout State) -> Void) -> State {
        var state = state
        change(&state)
        return state
    }
}
