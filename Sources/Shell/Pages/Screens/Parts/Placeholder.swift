import PresentationKit

/// What stands where there is nothing to show: a reason, what to do, and while loading a shape of what will come.
struct Placeholder: PartContent {
    /// A reason.
    struct Message: Sendable, Equatable {
        /// The reason in short.
        let title: String

        /// The reason.
        let text: String

        /// The text of the user that it is about; it ends the sentence.
        var subject: String?

        /// What to do.
        var hint = ""
    }

    /// Whether something is being loaded.
    var isLoading = false

    /// Why there is nothing.
    var message: Message?

    /// What can be done.
    var button: Button?

    /// Nothing is missing: the part takes no space.
    static let none = Placeholder()

    /// Something is being loaded.
    static let loading = Placeholder(isLoading: true)

    /// Something could not be loaded; the user can try again.
    static func failed(_ title: String, _ error: PresentedError) -> Placeholder {
        Placeholder(
            message: Message(title: title, text: error.sentences),
            button: Button(in: "placeholder", "retry", "Try again"))
    }
}

extension Part {
    /// The part for what stands where there is nothing to show.
    static func placeholder(_ content: Placeholder) -> Part {
        Part("placeholder", .placeholder, content)
    }
}
