/// A way of appending one event to an item.
enum CommandWay: String, CaseIterable, Sendable {
    /// A command on an item whose whole history is folded.
    case command

    /// The append alone, by a caller with the version and the event ready: the reference for the others.
    case append = "the store's own append"

    /// A command on an item with a long history, whose state is remembered.
    case withSnapshots = "command with a snapshot"
}
