public import DomainKit

/// Answers to requests that may be made again.
///
/// An answer may hold the token of a session, and its request a password. Therefore an answer is kept as a secret, and
/// erased with its account.
public protocol AnswerStore: Sendable {
    /// What is kept under the identity of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - time: The present time; an answer that expires at or before it is not found.
    /// - Returns: The answer, or that it belongs to another request; `nil` if none is kept.
    /// - Throws: Errors of the storage.
    func answer(to request: RepeatableRequest, at time: Instant) async throws -> KeptAnswer?

    /// Keeps the answer to a request, in place of one under the same identity.
    ///
    /// Of each account, and of the answers without one, the newest are kept: see ``AnswerLimits``. No effect for an
    /// account that was erased, or never had a password.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - request: The request.
    ///   - account: The account with which the answer is erased; `nil` if it says nothing of one.
    ///   - expiry: When the answer expires.
    /// - Throws: Errors of the storage.
    func keep(
        _ answer: [UInt8], to request: RepeatableRequest, of account: AccountID?, until expiry: Instant
    ) async throws
}

/// How many answers are kept.
public enum AnswerLimits {
    /// The largest number of answers of one account.
    public static let perAccount = 256

    /// The largest number of answers that belong to no account.
    public static let withoutAccount = 16_384
}
