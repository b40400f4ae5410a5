import AuthPresentation
import PresentationKit

extension AccountViewModel.State {
    /// The page of the account.
    var content: ScreenContent {
        ScreenContent(
            titled: "Account",
            isInvalid: !currentPassword.isValid || !newPassword.isValid || deletion?.isValid == false,
            [
                Part("account", .group, Group.column, rows: sections),
                .notices([staleness.map(Notices.Notice.staleness)]),
            ])
    }

    private var sections: [Part] {
        switch account {
        case .loading: [Part("heading", .heading, Heading(title: "Account")), .placeholder(.loading)]
        case .failed(let error):
            [
                Part("heading", .heading, Heading(title: "Account")),
                .placeholder(.failed("The account can’t be shown", error)),
            ]
        case .loaded(let account):
            [Part("heading", .heading, Heading(title: "Account", text: account.summary))]
                + (account.isEmailConfirmed ? [] : [.otherConfirmationLink(after: "No message?")]) + [
                    Part("password", .form, password.failing(with: place == .password ? failure : nil)),
                    Part(
                        "sessions", .sessions,
                        Sessions(account.sessions, work, failure: place == .sessions ? failure : nil)),
                    Part("deletion", .form, deletionForm.failing(with: place == .deletion ? failure : nil)),
                ]
        }
    }

    /// The section that the last action belongs to: it leaves what was typed when it fails.
    private var place: Section {
        if deletion != nil { return .deletion }
        return newPassword.text.isEmpty ? .sessions : .password
    }

    private enum Section {
        case password, sessions, deletion
    }

    private var password: Form {
        Form(
            title: "Change password", text: "All other sessions are signed out.",
            fields: [
                .password("currentPassword", in: "password", "Current password", currentPassword),
                .password("newPassword", in: "password", "New password", newPassword, isNew: true),
            ],
            buttons: [
                Button(
                    in: "password", "changePassword", "Change password", .primary, isBusy: work == .changingPassword)
            ],
            isBusy: work == .changingPassword,
            outcome: isPasswordChanged ? "Password changed. All other sessions are signed out." : "")
    }

    private var deletionForm: Form {
        guard let deletion else {
            return Form(
                title: "Delete account", text: "Your items, your profile and your account are erased for good.",
                buttons: [Button(in: "deletion", "beginDeletion", "Delete account…")])
        }
        return Form(
            title: "Delete account?",
            text: "Everything that belongs to you is erased now. It cannot be brought back. "
                + "Type your password to confirm.",
            fields: [.password("deletionPassword", in: "deletion", "Password", deletion)],
            buttons: [
                Button(in: "deletion", "delete", "Delete for good", .danger, isBusy: work == .deleting),
                Button(in: "deletion", "cancelDeletion", "Keep account", .quiet),
            ], isBusy: work == .deleting)
    }
}

extension AccountViewModel.PresentedAccount {
    fileprivate var summary: String {
        let address =
            isEmailConfirmed
            ? "Your e-mail address is confirmed."
            : "Your e-mail address is not confirmed yet. The link in a confirmation message confirms it."
        return isOperator ? "\(address) You are an operator." : address
    }
}
