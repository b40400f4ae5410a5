import AuthPresentation
import PresentationKit

extension SignInViewModel.State {
    /// The page for signing in.
    var content: ScreenContent {
        .entry(
            titled: "Sign in", isInvalid: !email.isValid || !password.isValid,
            [
                Part("heading", .heading, Heading(title: "Sign in", text: "Welcome back.")),
                Part("sign-in", .form, form.failing(with: failure)),
                Part(
                    "links", .links,
                    Links(links: [
                        Links.Link(lead: "", title: "Forgot your password?", url: SignInRoute.forgottenPassword.url),
                        Links.Link(lead: "New here?", title: "Create an account", url: SignInRoute.register.url),
                    ])),
            ])
    }

    private var form: Form {
        Form(
            fields: [
                .email(in: "sign-in", email),
                .password("password", in: "sign-in", "Password", password),
            ],
            buttons: [Button(in: "sign-in", "signIn", "Sign in", .primary, isBusy: isSigningIn)], isBusy: isSigningIn)
    }
}
