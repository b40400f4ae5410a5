import PresentationKit
import ProfilePresentation

extension ProfileViewModel.State {
    /// The page of the profile: the identity first, then editing.
    var content: ScreenContent {
        ScreenContent(
            titled: needsIdentity ? "Welcome" : "Profile", isInvalid: !screenName.isValid || !birthday.isValid,
            [
                Part("profile", .group, Group.column, rows: sections),
                .notices([staleness.map(Notices.Notice.staleness)]),
            ])
    }

    private var sections: [Part] {
        switch profile {
        case .loading: [Part("heading", .heading, Heading(title: "Profile")), .placeholder(.loading)]
        case .failed(let error):
            [
                Part("heading", .heading, Heading(title: "Profile")),
                .placeholder(.failed("The profile can’t be shown", error)),
            ]
        case .loaded(nil):
            [
                Part(
                    "heading", .heading,
                    Heading(
                        title: "Welcome",
                        text: "Tell us who you are: a name that others see, and your birthday. "
                            + "You can change both later.")),
                Part("identity", .form, form([save("Continue")]).failing(with: failure)),
            ]
        case .loaded(_?):
            [
                Part("heading", .heading, Heading(title: "Profile", text: "How others see you.")),
                Part(
                    "identity", .form,
                    form([save("Save"), Button(in: "identity", "cancel", "Cancel", .quiet)]).failing(with: failure)),
            ]
        }
    }

    private func save(_ caption: String) -> Button {
        Button(in: "identity", "save", caption, .primary, isBusy: isSaving)
    }

    private func form(_ buttons: [Button]) -> Form {
        Form(
            fields: [
                Field(
                    "screenName", in: "identity", "Screen name", screenName,
                    hint: "2 to 30 letters, digits, dots, hyphens and underscores.", autocomplete: "nickname"),
                Field("birthday", in: "identity", "Birthday", birthday, hint: "", type: "date", autocomplete: "bday"),
            ], buttons: buttons, isBusy: isSaving, outcome: isSaved ? "Saved." : "")
    }
}
