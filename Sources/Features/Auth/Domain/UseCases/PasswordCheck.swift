import DomainKit

/// The common part of use cases that ask for the password: count the attempt, then verify.
struct PasswordCheck: Sendable {
    // FEAT-26: Answers do not show whether an address has an account.

    let environment: AuthEnvironment

    /// Verifies a password for an address, with the same work whether an account has the address or not.
    ///
    /// A right password whose hash has another cost than new ones is hashed again.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - claim: The address.
    ///   - account: The account that has the address, if there is one.
    ///   - place: A place in the queue of the hasher.
    /// - Returns: The credential that was verified.
    /// - Throws: `AuthError` `locked` or `invalidCredentials`; errors of the storage.
    func verify(
        _ password: Password, at claim: EmailClaim, of account: AccountID?, in place: HashingPlace
    ) async throws -> CredentialID {
        let secrets = environment.secrets
        let policy = environment.policy.lock
        let attempts = AttemptKey(.password, at: claim)
        let now = environment.time.now()
        if let until = try await secrets.updateAttempts(attempts, { policy.begin(&$0, at: now) }) {
            throw AuthError.locked(until: until)
        }
        let isVerified: Bool
        let credential: CredentialID
        let hash: PasswordHash?
        // Without an account, the same steps find nothing under ids that nothing has.
        let id = account ?? AccountID(environment.ids.next())
        do {
            credential =
                try await environment.repository.load(id).state.active?.credential
                ?? CredentialID(environment.ids.next())
            hash = try await secrets.passwordHash(credential, of: id)
            isVerified = try await environment.hasher.verify(password, against: hash, in: place)
        } catch {
            // The password was not judged, so the attempt does not count.
            try await environment.uncancelled {
                try await secrets.updateAttempts(attempts) { policy.withdraw(&$0) }
            }
            throw error
        }
        guard isVerified else { throw AuthError(code: .invalidCredentials) }
        try await secrets.updateAttempts(attempts) { $0 = nil }
        if let hash, try environment.hasher.needsRehash(hash) {
            let renewed = try await environment.hasher.hash(password, in: place)
            try await secrets.replaceHash(credential, of: id, with: renewed)
        }
        return credential
    }

    /// Verifies the password of a session's account again.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - id: The account, which is signed in.
    ///   - place: A place in the queue of the hasher.
    /// - Returns: The credential that was verified.
    /// - Throws: `AuthError` `sessionExpired` if the account was deleted meanwhile; errors of ``verify(_:at:of:in:)``.
    func verifyAgain(_ password: Password, of id: AccountID, in place: HashingPlace) async throws -> CredentialID {
        guard let account = try await environment.repository.load(id).state.active else {
            throw AuthError(code: .sessionExpired)
        }
        return try await verify(password, at: account.claim, of: id, in: place)
    }
}
