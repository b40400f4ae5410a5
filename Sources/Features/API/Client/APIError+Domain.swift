import DomainKit

extension APIError {
    /// The error as every domain knows it: invalid fields, or a conflict of versions.
    ///
    /// - Parameters:
    ///   - stream: What the request was about, as conflicts name it: `item-` followed by an id.
    ///   - version: The version that a change was meant for.
    /// - Returns: `ValidationError` or `ConcurrencyConflict`; `nil` for other errors.
    public func domainError(about stream: String, expecting version: UInt64?) -> (any Error)? {
        switch problem?.code {
        case "invalid":
            ValidationError(
                (problem?.failures ?? []).map { ValidationFailure(field: $0.field, value: "", message: $0.message) })
        case "staleVersion", "conflict":
            ConcurrencyConflict(stream: stream, expected: version ?? 0, actual: problem?.version ?? 0)
        default: nil
        }
    }

    /// The code as the errors of domains know it: whether the network, the session or the server is the reason.
    ///
    /// It is `nil` for ``Code/refused``, whose ``problem`` has the reason.
    public var domainCode: String? {
        switch code {
        case .answerLost: Code.networkUnreachable.description
        case .refused: nil
        default: code.description
        }
    }
}
