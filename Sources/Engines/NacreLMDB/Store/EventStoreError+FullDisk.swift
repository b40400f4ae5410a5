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
    /// Whether the disk, or what this user may have of it, is full.
    var isOfFullDisk: Bool { code == .noSpace || code == .quotaExceeded }
}

extension EventStoreError {
    /// Whether the disk, or what this user may have of it, is full.
    package var isOfFullDisk: Bool { code == .diskFull || (cause as? LMDBError)?.isOfFullDisk == true }

    /// Reports a failed disk; a full one as `diskFull` alone.
    ///
    /// - Parameters:
    ///   - error: LMDB's failure.
    ///   - what: What cannot be done because of it.
    ///   - code: What kind of failure it is where the disk is not full.
    init(disk error: LMDBError, _ what: String, _ code: Code = .inputOutput) {
        if error.isOfFullDisk {
            self.init(.diskFull, error.message, cause: error)
        } else {
            self.init(code, "\(what): \(error.message)", cause: error)
        }
    }

    /// The error of a call of the system that found the disk full.
    ///
    /// - Parameters:
    ///   - number: What the system says, as `errno`.
    ///   - path: The path for which there was no room.
    /// - Returns: The error; `nil` for any other failure.
    static func fullDisk(_ number: Int32, for path: String) -> EventStoreError? {
        switch number {
        case ENOSPC:
            EventStoreError(
                .diskFull, "the disk is full: there is no room for \(quoted(path, upTo: .max)): make room on the disk")
        case EDQUOT:
            EventStoreError(
                .diskFull,
                "the quota of the disk is used up: there is no room for \(quoted(path, upTo: .max)): make room within the quota"
            )
        default: nil
        }
    }
}
