/// What came of changes, if nothing else shows it: above everything else, so that nothing moves.
struct Notices: PartContent {
    /// A message.
    struct Notice: Sendable, Equatable {
        /// What happened.
        let title: String

        /// What it happened to: a text of the user.
        var subject: String?

        /// Why, and what to do; `nil` if that is all.
        var text: String?

        /// Whether something went wrong.
        var isFailure = true

        /// What can be done.
        let button: Button
    }

    /// The messages, in order.
    let notices: [Notice]
}

extension Part {
    /// The part for messages; without any it takes no space.
    static func notices(_ notices: [Notices.Notice?]) -> Part {
        Part("notices", .notices, Notices(notices: notices.compactMap { $0 }))
    }
}
