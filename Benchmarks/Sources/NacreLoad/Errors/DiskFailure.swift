import Foundation
import GRDB
import LMDB
import Nacre
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Failures of the disk rather than the store: a full, read-only or broken disk.
package enum DiskFailure {
    /// The prefix of the message of a disk failure, by which every process recognizes it.
    package static let prefix = "the disk failed: "

    /// The message of a failure and the operation, for a record or an answer to another process, recognized by
    /// ``isOne(_:)-(String)``.
    package static func words(_ error: any Error, during what: String? = nil) -> String {
        (isOne(error) ? prefix : "") + (what.map { "\($0): " } ?? "") + "\(error)"
    }

    /// The message of a disk failure without a prefix such as the writer's name.
    package static func first(in words: String) -> String {
        words.range(of: prefix).map { String(words[$0.lowerBound...]) } ?? words
    }

    /// Whether a message is of a disk failure.
    package static func isOne(_ words: String) -> Bool { words.contains(prefix) }

    /// Whether an error is a disk failure.
    package static func isOne(_ error: any Error) -> Bool {
        switch error {
        case let error as EventStoreError: isOne(ofStore: error)
        case let error as LMDBError: codes.contains(error.code.rawValue)
        case let error as DatabaseError:
            [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN].contains(
                error.resultCode.primaryResultCode)
        case let error as CeilingError: error.isOfTheSystem
        case let error as PostgresError: error.sqlState == "53100" || error.sqlState == "58030"
        case let error as HarnessError: error.kind == .inputOutput || error.kind == .cannotCreate
        default: false
        }
    }
}

extension DiskFailure {
    /// The system's error codes for a disk that is full, broken, read-only, or not accessible to this user.
    ///
    /// A file that exceeds the system's size limit counts as lack of space.
    private static let codes = [ENOSPC, EDQUOT, EFBIG, EIO, EROFS, EACCES, EPERM, ENODEV, ENXIO]

    /// Whether a store's error is a disk failure: by its cause, if it names one.
    ///
    /// Stopped appends and unreadable files can also result from a fault in the store's own index.
    private static func isOne(ofStore error: EventStoreError) -> Bool {
        guard [.appendsStopped, .diskFull, .inputOutput, .cannotCreate].contains(error.code) else { return false }
        return error.cause.map { isOne($0) } ?? true
    }
}

/// Why the system refused a library's call: by `strerror` if the error has an error number, else the error's own
/// description.
package func systemReason(_ error: any Error) -> String {
    var next: (any Error)? = error
    while let current = next {
        if let system = current as? Errno { return String(cString: strerror(system.rawValue)) }
        if let start = current as? SubprocessError {
            // For a program that cannot be executed, it reports a missing file, whatever the system's error was.
            guard start.code != .executableNotFound, let reason = start.underlyingError else {
                return start.description
            }
            return systemReason(reason)
        }
        if let system = current as? POSIXError { return String(cString: strerror(system.code.rawValue)) }
        let bridged = current as NSError
        if bridged.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(bridged.code))) }
        next = bridged.userInfo[NSUnderlyingErrorKey] as? any Error
    }
    return "\(error)"
}
