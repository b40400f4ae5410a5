import LMDB
import Nacre

extension Environment {
    /// Reads the log in a transaction of its own.
    func withSnapshot<Result>(_ body: (inout LogSnapshot) throws -> Result) throws -> Result {
        do {
            return try read { (transaction: borrowing ReadTransaction) in
                var log = LogSnapshot(try transaction.openCursor())
                return try body(&log)
            }
        } catch let error as LMDBError {
            throw error.ofLog
        }
    }
}
