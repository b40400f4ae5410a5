import AuthPresentation
import PresentationKit

extension ConfirmationViewModel.State {
    /// The page for confirming an e-mail address.
    var content: ScreenContent {
        .entry(
            titled: isConfirmed ? "Address confirmed" : "Confirm your address",
            isConfirmed ? confirmed : confirming)
    }

    private var confirming: [Part] {
        [
            Part(
                "heading", .heading,
                Heading(title: "Confirm your address", text: "One press, and we know that the address is yours.")),
            Part("confirm", .form, form.failing(with: failure)),
            failure == nil
                ? .signInLink(after: "Confirmed already?") : .otherConfirmationLink(after: "The link does not work?"),
        ]
    }

    private var confirmed: [Part] {
        [
            Part("heading", .heading, Heading(title: "Address confirmed", text: "Thank you. You are all set.")),
            .signInLink(),
        ]
    }

    private var form: Form {
        Form(
            buttons: [Button(in: "confirm", "confirm", "Confirm address", .primary, isBusy: isConfirming)],
            isBusy: isConfirming)
    }
}
