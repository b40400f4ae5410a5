import ArgumentParser

/// What an operator does with a store.
enum StoreOperation: String, CaseIterable, Hashable, Sendable, ExpressibleByArgument {
    /// Opening it, to the end of the first read; what is read is in memory.
    case opening

    /// Copying it while writers append.
    case backup

    /// Looking for faults in all of it.
    case verify

    /// Making its index anew from the log alone.
    case rebuild

    /// Appending for long: how files and memory grow.
    case growth

    /// Reading slowly while writers append: how files grow.
    case pinned
}
