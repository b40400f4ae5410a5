/// What an append does with the thread that calls it, where it has something to wait for.
enum CallerUse: Sendable {
    /// It suspends: others have the thread until the answer is there.
    case suspends

    /// It takes its time on the thread and waits for nothing long: the store in memory.
    case computes

    /// It keeps the thread until the disk has answered: SQLite, which is called and returns.
    case blocks
}
