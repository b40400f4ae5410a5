import LMDB
import Nacre

/// The index as seen by one read transaction, optionally joined with the tail after its checkpoint.
///
/// Valid inside the closure that it is passed to. A lookup costs one filter read for each run; for each run that the
/// filter does not exclude, a key search and a search in one page. Each lookup opens a cursor of its own, so lookups
/// may be nested.
///
/// `@safe` is right because it is lent to a closure that can neither copy nor store it.
@safe
struct IndexSnapshot: ~Copyable {
    // Unsafe pointer: valid for the snapshot's lifetime. `IndexFile.read` creates both inside the transaction's closure
    // and lends the snapshot to a body that can neither copy nor store it.
    private let transaction: UnsafePointer<ReadTransaction>
    let manifest: IndexManifest
    let tail: TailView
    let filters: RunFilters

    init(
        _ transaction: UnsafePointer<ReadTransaction>, manifest: IndexManifest, tail: TailView = .empty,
        filters: RunFilters = RunFilters()
    ) {
        unsafe self.transaction = transaction
        self.manifest = manifest
        self.tail = tail
        self.filters = filters
    }

    /// The same snapshot, joined with the tail.
    borrowing func joined(with tail: TailView) -> IndexSnapshot {
        unsafe IndexSnapshot(transaction, manifest: manifest, tail: tail, filters: filters)
    }

    /// The position up to which the log is indexed.
    var checkpoint: Checkpoint { manifest.checkpoint }

    /// A cursor, which must stay inside the snapshot's closure.
    borrowing func openCursor() throws -> Cursor {
        try indexAccess { () throws(LMDBError) in try unsafe transaction.pointee.openCursor() }
    }
}
