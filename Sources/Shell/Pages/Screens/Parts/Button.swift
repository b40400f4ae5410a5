/// A button that posts its form.
struct Button: Sendable, Equatable {
    /// How a button looks.
    enum Style: String, Sendable {
        /// The action that most users choose.
        case primary

        /// An action that destroys.
        case danger

        /// Another action.
        case plain

        /// An action that steps back.
        case quiet
    }

    /// The id of the element.
    let buttonID: String

    /// The action that it posts.
    let action: String

    /// Its text.
    let caption: String

    /// The class of the element.
    let style: String

    /// Whether the action is under way.
    let isBusy: Bool

    init(in form: String, _ action: String, _ caption: String, _ style: Style = .plain, isBusy: Bool = false) {
        buttonID = "\(form)-\(action)"
        self.action = action
        self.caption = caption
        self.style = style.rawValue
        self.isBusy = isBusy
    }
}
