internal import Nacre

/// A fault of an append.
public struct AppendFault: Sendable {
    enum Kind: Sendable {
        case conflict
        case notWritten
        case unknown(isWritten: Bool)
        case error(any Error)
    }

    let kind: Kind

    /// A simulated conflict: the append fails, and every rule of the commit is reported as violated.
    ///
    /// Nothing has changed, so another attempt succeeds. The fault applies to commits that have a rule to violate: an
    /// expectation other than `.any`, a check, or a condition. Other commits are not affected. To really change the
    /// stream, use ``FaultyEventStore/precedeAppend(_:to:with:)``.
    public static let conflict = AppendFault(kind: .conflict)

    /// The disk fails before anything is written, and appends stop until ``FaultyEventStore/reopen()``.
    public static let notWritten = AppendFault(kind: .notWritten)

    /// The disk fails while the commit is written, and appends stop until ``FaultyEventStore/reopen()``.
    ///
    /// The caller gets the same error in both cases.
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

    /// Whether the fault applies to a commit.
    func fits(_ commit: Commit) -> Bool {
        guard case .conflict = kind else { return true }
        return !commit.conditions.isEmpty
            || (commit.expectations + commit.checks).contains { $0.expectation != .any }
    }
}
