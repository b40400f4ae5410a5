internal import CLMDB

/// A failure of LMDB, of the system beneath it, or of the way it was called.
///
/// ``code`` is what a program decides by, ``message`` is what a person reads: the library's own words, the file, the
/// figures and what to do about it.
public struct LMDBError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// What went wrong, as a number that programs can compare.
    public let code: Code

    /// The call that failed, such as `mdb_txn_commit`.
    public let call: String

    /// What went wrong, with the file, the figures and the remedy.
    public let message: String

    /// Creates an error from its parts.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - call: The call that failed.
    ///   - message: The whole message, remedy included.
    public init(code: Code, call: String, message: String) {
        self.code = code
        self.call = call
        self.message = message
    }

    /// The message.
    public var description: String { message }

    /// The call, the message and the number, on one line: what a log keeps and a report of a bug needs.
    public var debugDescription: String { "\(call): \(message) (code \(code.rawValue))" }
}

extension LMDBError {
    /// Makes the error for a result code of LMDB or of the system.
    ///
    /// The message is put together from the path, the library's text for the code, the figures and the remedy.
    init(_ result: Int32, call: String, path: String, figures: String = "") {
        let code = Code(rawValue: result)
        var message =
            switch code {
            case .noSpace: "the disk is full: there is no room for \(path)"
            case .quotaExceeded: "the quota of the disk is used up: there is no room for \(path)"
            default: "\(path): \(String(cString: mdb_strerror(result)))"
            }
        if !figures.isEmpty { message += " (\(figures))" }
        if let remedy = code.remedy { message += ": \(remedy)" }
        self.init(code: code, call: call, message: message)
    }
}
