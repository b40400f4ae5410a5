import AuthPresentation
import PresentationKit

extension RegistrationViewModel.State {
    /// The page for registering, and afterwards what to do next.
    var content: ScreenContent {
        .entry(
            titled: isRegistered ? "Check your mail" : "Create an account",
            isInvalid: !email.isValid || !password.isValid, isRegistered ? registered : registering)
    }

    private var registering: [Part] {
        [
            Part(
                "heading", .heading,
                Heading(title: "Create an account", text: "Your items, on every device, as they change.")),
            Part("register", .form, form.failing(with: failure)),
            .signInLink(after: "Have an account already?"),
        ]
    }

    private var registered: [Part] {
        [
            Part(
                "heading", .heading,
                Heading(
                    title: "Check your mail",
                    text: "If this server sends mail, a message is on its way to", subject: email.text,
                    rest: ". Open the link in it to confirm your address. "
                        + "If nothing arrives, look among unwanted mail.")),
            .signInLink(after: "Ready?"),
        ]
    }

    private var form: Form {
        Form(
            fields: [
                .email(in: "register", email),
                .password("password", in: "register", "Password", password, isNew: true),
            ],
            buttons: [Button(in: "register", "register", "Create account", .primary, isBusy: isRegistering)],
            isBusy: isRegistering)
    }
}
