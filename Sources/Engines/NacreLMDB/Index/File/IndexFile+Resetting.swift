import LMDB
import Nacre

extension IndexFile {
    /// Deletes all entries in one transaction, and starts again at position 0.
    ///
    /// Works for any damage of values and manifest. If LMDB's own pages are damaged it throws ``UnusableIndex``, and
    /// the file must be reopened.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    func reset() throws {
        // LMDB's drop visits all pages and crashes on a damaged one.
        try indexAccess { () throws(LMDBError) in try unsafe environment.checkStructure() }
        try writeRaw { (transaction: consuming WriteTransaction) in
            try indexAccess { () throws(LMDBError) in try transaction.deleteAll() }
            try transaction.commit(IndexManifest(of: store))
        }
    }
}
