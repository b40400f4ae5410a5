/// On whose behalf a commit is written, which decides what streams it may write.
///
/// Streams whose names begin with `$` are the store's own (``StreamName/isOfTheStore``). What stands there decides what
/// projections pass over and how far process managers have come, so an application does not write there by accident.
public enum CommitAuthor: Hashable, Sendable {
    /// An application: commits that write a stream of the store's own are refused.
    case application

    /// The store's own parts, and what carries whole logs from store to store, such as import and replication: every
    /// stream may be written.
    ///
    /// It protects against accidents, not against attackers: all code that has the store can say so.
    case system
}
