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

/// Failures that are the disk's and not the store's: a full one, one that is read-only, one that is broken.
enum DiskFailure {
    /// How the words of such a failure begin, so that they are known for what they are in every process.
    static let prefix = "the disk failed: "

    /// What went wrong and what was done then, for a record or an answer to another process, in words that
    /// ``isOne(_:)-(String)`` knows.
    static func words(_ error: any Error, during what: String? = nil) -> String {
        (isOne(error) ? prefix : "") + (what.map { "\($0): " } ?? "") + "\(error)"
    }

    /// The words of such a failure without what stands before them, as which writer it befell.
    static func first(in words: String) -> String {
        words.range(of: prefix).map { String(words[$0.lowerBound...]) } ?? words
    }

    /// Whether words are those of such a failure.
    static func isOne(_ words: String) -> Bool { words.contains(prefix) }

    /// Whether an error is such a failure.
    static func isOne(_ error: any Error) -> Bool {
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
    /// What the system says of a disk: it is full, broken, read-only, or not for this user.
    ///
    /// A file that grows beyond what the system allows is one that finds no more room.
    private static let codes = [ENOSPC, EDQUOT, EFBIG, EIO, EROFS, EACCES, EPERM, ENODEV, ENXIO]

    /// Whether a store's error is such a failure: by its cause, where it names one.
    ///
    /// Appends stop, and files cannot be read, for a fault in the store's own index too.
    private static func isOne(ofStore error: EventStoreError) -> Bool {
        guard [.appendsStopped, .inputOutput, .cannotCreate].contains(error.code) else { return false }
        return error.cause.map { isOne($0) } ?? true
    }
}

/// Why the system refused what a library was asked for: in the words of `strerror` where the error holds its number,
/// else in the error's own.
func systemReason(_ error: any Error) -> String {
    var next: (any Error)? = error
    while let current = next {
        if let system = current as? Errno { return String(cString: strerror(system.rawValue)) }
        if let start = current as? SubprocessError {
            // Of a program that it cannot execute, it says that it is not there, whatever the system said.
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
