/// Parts that come and go together: they are its rows.
struct Group: PartContent {
    /// The class of the element.
    let style: String

    /// A narrow card, for screens before a session.
    static let card = Group(style: "card")

    /// A column of sections.
    static let column = Group(style: "column")
}
