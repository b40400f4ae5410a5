import LMDB
import Nacre

/// Why an index can only be discarded: damage, another format, or another store.
///
/// A type of its own, so that it is not taken for damage of the log. The remedy is ``IndexFile/reset()``, or reopening
/// the index, and then a rebuild from the log.
struct UnusableIndex: Error, CustomStringConvertible {
    /// The reason as a clause, such as `the checksum of its manifest does not match`.
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    var description: String { "the index is unusable: \(reason)" }
}

/// Runs an LMDB call on the index: damage becomes ``UnusableIndex``, any other failure an `EventStoreError`.
func indexAccess<Result: ~Copyable>(_ body: () throws(LMDBError) -> Result) throws -> Result {
    do throws(LMDBError) {
        return try body()
    } catch {
        throw error.ofIndex
    }
}

extension LMDBError {
    /// The error converted for callers of the index.
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
