/// What is known of an item when something is decided about it.
public enum Item: Sendable, Equatable {
    /// It was never created.
    case none

    /// It is there.
    case present(name: String, isCompleted: Bool)

    /// It was there; this is what it was last.
    case deleted(name: String, isCompleted: Bool)
}
