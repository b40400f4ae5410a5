/// The author of a commit, which decides the streams that the commit may write.
///
/// Streams whose names begin with `$` are reserved for the store (``StreamName/isReserved``). They hold the
/// skips of projections and the checkpoints of process managers, so an application must not write to them by accident.
public enum CommitAuthor: Hashable, Sendable {
    /// An application.
    ///
    /// Commits that write a reserved stream are refused.
    case application

    /// The store's own components, and tools that copy whole logs, such as import and replication.
    ///
    /// Every stream may be written.
    ///
    /// This guards against accidents, not against attackers: any code with access to the store can pass this author.
    case system
}
