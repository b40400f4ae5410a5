import AuthPresentation
import PresentationKit

extension PasswordResetViewModel.State {
    /// The page for choosing a new password.
    var content: ScreenContent {
        .entry(
            titled: isReset ? "Password changed" : "New password", isInvalid: !password.isValid,
            isReset ? reset : resetting)
    }

    private var resetting: [Part] {
        [
            Part(
                "heading", .heading,
                Heading(title: "New password", text: "You are signed out everywhere, and sign in with it.")),
            Part("reset-password", .form, form.failing(with: failure)),
            Part(
                "links", .links,
                Links(links: [
                    Links.Link(
                        lead: "The link does not work?", title: "Ask for another one",
                        url: SignInRoute.forgottenPassword.url)
                ])),
        ]
    }

    private var reset: [Part] {
        [
            Part(
                "heading", .heading,
                Heading(title: "Password changed", text: "Sign in with your new password from now on.")),
            .signInLink(),
        ]
    }

    private var form: Form {
        Form(
            fields: [.password("password", in: "reset-password", "New password", password, isNew: true)],
            buttons: [Button(in: "reset-password", "reset", "Set password", .primary, isBusy: isResetting)],
            isBusy: isResetting)
    }
}
