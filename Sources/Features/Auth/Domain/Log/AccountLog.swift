/// The log that decides which secrets are in force, as a secret store recognises it.
public protocol AccountLog: Sendable {
    /// The mark of the log's end.
    ///
    /// - Returns: The mark.
    /// - Throws: Errors of the storage.
    func end() async throws -> LogMark

    /// The mark of a position.
    ///
    /// - Parameter position: The position.
    /// - Returns: The mark; `nil` if the log ends before the position.
    /// - Throws: Errors of the storage.
    func mark(at position: UInt64) async throws -> LogMark?

    /// Whether the log has events of accounts.
    ///
    /// - Returns: Whether it has.
    /// - Throws: Errors of the storage.
    func hasAccounts() async throws -> Bool
}
