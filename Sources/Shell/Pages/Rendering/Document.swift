/// What surrounds the parts of a page.
struct Document: PartContent {
    /// The title of the page.
    let title: String

    /// The page.
    let page: String

    /// The number of the state that it shows.
    let revision: Int

    /// The proof that a request was made by this page.
    let csrf: String

    /// The address of the style sheet.
    let style: String

    /// The address of the script.
    let script: String

    /// The address of the icon.
    let icon: String
}
