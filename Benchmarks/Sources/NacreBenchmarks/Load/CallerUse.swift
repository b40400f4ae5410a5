/// How an append uses its caller's thread while it waits.
enum CallerUse: Sendable {
    /// It suspends: other tasks use the thread until the answer arrives.
    case suspends

    /// It computes on the thread and does not wait long: the store in memory.
    case computes

    /// It blocks the thread until the disk has answered: SQLite, which is synchronous.
    case blocks
}
