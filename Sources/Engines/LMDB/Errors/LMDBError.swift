internal import CLMDB

/// A failure of LMDB, of the system, or of the way it was called.
///
/// Programs decide by ``code``; ``message`` is for people: the library's text, the file, the figures and the remedy.
public struct LMDBError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The error code.
    public let code: Code

    /// The call that failed, such as `mdb_txn_commit`.
    public let call: String

    /// What went wrong, with the file, the figures and the remedy.
    public let message: String

    /// Creates an error from its parts.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - call: The call that failed.
    ///   - message: The complete message, including the remedy.
    public init(code: Code, call: String, message: String) {
        self.code = code
        self.call = call
        self.message = message
    }

    /// The message.
    public var description: String { message }

    /// The call, the message and the code on one line, for logs and bug reports.
    public var debugDescription: String { "\(call): \(message) (code \(code.rawValue))" }
}

extension LMDBError {
    /// Creates the error for a result code of LMDB or of the system.
    ///
    /// The message consists of the path, the library's text for the code, the figures and the remedy.
    init(_ result: Int32, call: String, path: String, figures: String = "") {
        let code = Code(rawValue: result)
        var message =
            switch code {
            case .noSpace: "the disk is full: there is no room for \(path)"
            case .quotaExceeded: "the disk quota is exhausted: there is no room for \(path)"
            default: unsafe "\(path): \(String(cString: mdb_strerror(result)))"
            }
        if !figures.isEmpty { message += " (\(figures))" }
        if let remedy = code.remedy { message += ": \(remedy)" }
        self.init(code: code, call: call, message: message)
    }
}
