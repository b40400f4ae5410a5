public import AuthDomain
public import DomainKit

extension LMDBSecretStore: AnswerStore {
    /// What is kept under the identity of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - time: The present time.
    /// - Returns: The answer, or that it belongs to another request; `nil` if none is kept.
    /// - Throws: ``SecretsError``.
    public func answer(to request: RepeatableRequest, at time: Instant) async throws -> KeptAnswer? {
        try read { database, transaction in
            guard let stored = try database.storedAnswer(to: request, in: transaction), time < stored.expiresAt else {
                return nil
            }
            return database.opened(stored, to: request).map(KeptAnswer.answer) ?? .otherRequest
        }
    }

    /// Keeps the answer to a request, in place of one under the same identity.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - request: The request.
    ///   - account: The account with which the answer is erased; `nil` if it says nothing of one.
    ///   - expiry: When the answer expires.
    /// - Throws: ``SecretsError``.
    public func keep(
        _ answer: [UInt8], to request: RepeatableRequest, of account: AccountID?, until expiry: Instant
    ) async throws {
        let limit = account == nil ? AnswerLimits.withoutAccount : AnswerLimits.perAccount
        try await write { database, transaction in
            try database.put(answer, to: request, of: account, until: expiry, limit: limit, in: transaction)
        }
    }
}
