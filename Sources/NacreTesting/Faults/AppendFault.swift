internal import Nacre

/// How an append fails.
public struct AppendFault: Sendable {
    enum Kind: Sendable {
        case conflict
        case notWritten
        case unknown(isWritten: Bool)
        case error(any Error)
    }

    let kind: Kind

    /// Somebody was faster, as far as the caller can tell: every rule of the commit is reported as broken.
    ///
    /// Nothing has changed, so another attempt succeeds. It happens to commits that have a rule to break: an
    /// expectation other than `.any`, a check, or a condition; others pass by. What really changes the stream is
    /// ``FaultyEventStore/precedeAppend(_:to:with:)``.
    public static let conflict = AppendFault(kind: .conflict)

    /// The disk fails before anything is written, and appends stop until ``FaultyEventStore/reopen()``.
    public static let notWritten = AppendFault(kind: .notWritten)

    /// The disk fails while the commit is written, and appends stop until ``FaultyEventStore/reopen()``.
    ///
    /// The caller gets the same error either way.
    ///
    /// - Parameter isWritten: Whether the events are in the log.
    /// - Returns: The fault.
    public static func unknown(isWritten: Bool) -> AppendFault {
        AppendFault(kind: .unknown(isWritten: isWritten))
    }

    /// The append throws an error, and writes nothing.
    ///
    /// - Parameter error: The error.
    /// - Returns: The fault.
    public static func error(_ error: any Error) -> AppendFault {
        AppendFault(kind: .error(error))
    }

    /// Whether the fault can happen to a commit.
    func fits(_ commit: Commit) -> Bool {
        guard case .conflict = kind else { return true }
        return !commit.conditions.isEmpty
            || (commit.expectations + commit.checks).contains { $0.expectation != .any }
    }
}
