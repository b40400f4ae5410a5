import AuthPresentation
import PresentationKit

extension MailRequestViewModel.State {
    /// The page for asking for a link, and afterwards what to do next.
    var content: ScreenContent {
        .entry(
            titled: isRequested ? "Check your mail" : title, isInvalid: !email.isValid,
            isRequested ? requested : requesting)
    }

    private var requesting: [Part] {
        [
            Part("heading", .heading, Heading(title: title, text: text)),
            Part(id, .form, form.failing(with: failure)),
            .signInLink(after: lead),
        ]
    }

    private var requested: [Part] {
        [
            Part(
                "heading", .heading,
                Heading(
                    title: "Check your mail", text: "If", subject: email.text,
                    rest: "\(promise) If nothing arrives, look among unwanted mail.")),
            .signInLink(),
        ]
    }

    private var form: Form {
        Form(
            fields: [.email(in: id, email)],
            buttons: [Button(in: id, "request", "Send link", .primary, isBusy: isRequesting)],
            isBusy: isRequesting)
    }
}

extension MailRequestViewModel.State {
    private var id: String {
        switch purpose {
        case .passwordReset: "forgotten-password"
        case .confirmation: "request-confirmation"
        }
    }

    private var title: String {
        switch purpose {
        case .passwordReset: "Forgotten password"
        case .confirmation: "Another link"
        }
    }

    private var text: String {
        switch purpose {
        case .passwordReset: "It happens. We send you a link to choose a new one."
        case .confirmation: "We send you a new link to confirm your address. Earlier ones end with it."
        }
    }

    private var lead: String {
        switch purpose {
        case .passwordReset: "It came back to you?"
        case .confirmation: "Confirmed already?"
        }
    }

    private var promise: String {
        switch purpose {
        case .passwordReset: " has an account, a link to choose a new password is on its way."
        case .confirmation: " has an account, and is not confirmed yet, a link to confirm it is on its way."
        }
    }
}
