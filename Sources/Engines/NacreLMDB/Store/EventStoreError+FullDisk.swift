import LMDB
import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension LMDBError {
    /// Whether the disk is full or the user's quota is exhausted.
    var isOfFullDisk: Bool { code == .noSpace || code == .quotaExceeded }
}

extension EventStoreError {
    /// Whether the disk is full or the user's quota is exhausted.
    package var isOfFullDisk: Bool { code == .diskFull || (cause as? LMDBError)?.isOfFullDisk == true }

    /// The error for a failed disk operation, with code `diskFull` if the disk is full.
    ///
    /// - Parameters:
    ///   - error: LMDB's error.
    ///   - what: What failed, for the message.
    ///   - code: The code if the disk is not full.
    init(disk error: LMDBError, _ what: String, _ code: Code = .inputOutput) {
        if error.isOfFullDisk {
            self.init(.diskFull, error.message, cause: error)
        } else {
            self.init(code, "\(what): \(error.message)", cause: error)
        }
    }

    /// The error for a system call that found the disk full.
    ///
    /// - Parameters:
    ///   - number: The value of `errno`.
    ///   - path: The path that could not be written.
    /// - Returns: The error; `nil` for any other `errno`.
    static func fullDisk(_ number: Int32, for path: String) -> EventStoreError? {
        switch number {
        case ENOSPC:
            EventStoreError(
                .diskFull, "the disk is full: there is no room for \(quoted(path, upTo: .max)): make room on the disk")
        case EDQUOT:
            EventStoreError(
                .diskFull,
                "the disk quota is exhausted: there is no room for \(quoted(path, upTo: .max)): make room within the quota"
            )
        default: nil
        }
    }
}
