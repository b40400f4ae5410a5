import LMDB
import Nacre

extension IndexFile {
    /// Throws everything away, in one transaction, and starts again at position 0.
    ///
    /// It works whatever the values and the manifest have become; where LMDB's own pages are damaged it throws
    /// ``UnusableIndex``, and the file must be closed and opened anew.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    func reset() throws {
        // Dropping walks through all pages, and ends the process at one that is not what it ought to be.
        try indexAccess { () throws(LMDBError) in try environment.checkStructure() }
        try writeRaw { (transaction: consuming WriteTransaction) in
            try indexAccess { () throws(LMDBError) in try transaction.deleteAll() }
            try transaction.commit(IndexManifest(of: store))
        }
    }
}
