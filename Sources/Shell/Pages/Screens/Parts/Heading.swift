/// The title of a screen.
struct Heading: PartContent {
    /// The title.
    let title: String

    /// What the screen is for; `nil` if the title says it.
    var text: String?

    /// The text of the user that it is about, which follows.
    var subject: String?

    /// What follows that.
    var rest = ""
}
