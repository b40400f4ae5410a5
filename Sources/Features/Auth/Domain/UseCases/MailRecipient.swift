import DomainKit

/// The common part of use cases with which anyone can cause mail to any address.
struct MailRecipient: Sendable {
    // FEAT-26: Answers do not show whether an address has an account.

    let environment: AuthEnvironment

    /// The account in whose history the next mail to an address is requested.
    ///
    /// - Parameter claim: The address.
    /// - Returns: The account that has the address; an id that no account has if there is none, or if requests cause no
    ///   further mail to the address at present. Recording an event under either is the same work.
    /// - Throws: Errors of the storage.
    func next(at claim: EmailClaim) async throws -> AccountID {
        let policy = environment.policy.mail
        let now = environment.time.now()
        let locked = try await environment.secrets.updateAttempts(AttemptKey(.mail, at: claim)) { attempts in
            policy.begin(&attempts, at: now)
        }
        let holder = try await environment.repository.holder(of: claim)
        return (locked == nil ? holder : nil) ?? AccountID(environment.ids.next())
    }

    /// Has a mail with a link requested in the history of the account that has an address.
    ///
    /// - Parameters:
    ///   - command: Requests the mail.
    ///   - email: The address, not validated yet.
    /// - Throws: `ValidationError` for a text that is no address; errors of the storage.
    func request(_ command: AccountCommand, at email: String) async throws {
        let recipient = try await next(at: environment.secrets.claim(of: EmailAddress(email)))
        do {
            try await environment.execute(command, on: recipient)
        } catch let error as AuthError where error.code == .notFound {
            // The account was deleted meanwhile, so the address is unknown.
        }
    }
}
