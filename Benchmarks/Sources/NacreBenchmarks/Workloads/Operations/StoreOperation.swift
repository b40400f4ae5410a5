import ArgumentParser

/// An operation on a store.
enum StoreOperation: String, CaseIterable, Hashable, Sendable, ExpressibleByArgument {
    /// Opening it, up to the end of the first read, with warm caches.
    case opening

    /// Copying it while writers append.
    case backup

    /// Verifying all of it.
    case verify

    /// Rebuilding its index from the log alone.
    case rebuild

    /// Long appending: the growth of files and memory.
    case growth

    /// Slow reading while writers append: the growth of files.
    case pinned
}
