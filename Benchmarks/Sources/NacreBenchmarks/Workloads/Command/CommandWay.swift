/// A way in which one event comes to be appended to an item.
enum CommandWay: String, CaseIterable, Sendable {
    /// A command on an item whose whole history is folded.
    case command

    /// The append alone, by who knows the version and has the event ready: what the others are measured by.
    case append = "the store's own append"

    /// A command on an item with a long history, whose state is remembered.
    case remembering = "command with a snapshot"
}
