import LMDB
import Nacre

/// The index as one read transaction sees it, with what the tail held behind its checkpoint, where it was joined.
///
/// Valid inside the closure that it was given to. A lookup costs a look at a filter for each run, and a search in the
/// tree of keys and one in a page for each whose filter does not deny the hash; each opens a cursor of its own, so
/// lookups may be nested.
struct IndexSnapshot: ~Copyable {
    // The pointer is right as long as the snapshot lives: `IndexFile.read` makes both inside the transaction's closure,
    // and lends the snapshot to a body that can neither copy nor keep it.
    private let transaction: UnsafePointer<ReadTransaction>
    let manifest: IndexManifest
    let tail: TailView
    let filters: RunFilters

    init(
        _ transaction: UnsafePointer<ReadTransaction>, manifest: IndexManifest, tail: TailView = .empty,
        filters: RunFilters = RunFilters()
    ) {
        self.transaction = transaction
        self.manifest = manifest
        self.tail = tail
        self.filters = filters
    }

    /// The same snapshot, with the tail behind it.
    borrowing func joined(with tail: TailView) -> IndexSnapshot {
        IndexSnapshot(transaction, manifest: manifest, tail: tail, filters: filters)
    }

    /// Up to where the log is indexed.
    var checkpoint: Checkpoint { manifest.checkpoint }

    /// A cursor, which stays inside the snapshot's closure.
    borrowing func openCursor() throws -> Cursor {
        try indexAccess { () throws(LMDBError) in try transaction.pointee.openCursor() }
    }
}
