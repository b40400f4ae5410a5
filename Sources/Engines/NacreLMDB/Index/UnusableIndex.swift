import LMDB
import Nacre

/// What is wrong with an index that can only be thrown away: damage, another format, another store.
///
/// It is an error of its own, so that nobody takes it for damage of the log: the answer is ``IndexFile/reset()``, or
/// opening the index anew, and then to build it from the log.
struct UnusableIndex: Error, CustomStringConvertible {
    /// A clause, such as `its manifest does not have the checksum that it says`.
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    var description: String { "the index is of no use: \(reason)" }
}

/// Runs a call of LMDB on the index: damage becomes ``UnusableIndex``, every other failure the store's own error.
func indexAccess<Result: ~Copyable>(_ body: () throws(LMDBError) -> Result) throws -> Result {
    do throws(LMDBError) {
        return try body()
    } catch {
        throw error.ofIndex
    }
}

extension LMDBError {
    /// The error as the index's caller wants it.
    var ofIndex: any Error {
        switch code {
        case .corrupted, .pageNotFound, .notADatabase, .versionMismatch, .incompatible, .truncated:
            UnusableIndex(message)
        case .closed, .waitEnded:
            EventStoreError(.closed, "the index is closed: open the store again", cause: self)
        case .lockTimeout:
            EventStoreError.locked(self)
        default:
            EventStoreError(disk: self, "the index cannot be read or written")
        }
    }
}
