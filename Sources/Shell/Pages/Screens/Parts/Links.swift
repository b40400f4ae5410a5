/// Links to other screens.
struct Links: PartContent {
    /// A link.
    struct Link: Sendable, Equatable {
        /// What stands before it.
        let lead: String

        /// Its text.
        let title: String

        /// Where it leads.
        let url: String
    }

    /// The links, in order.
    let links: [Link]
}
