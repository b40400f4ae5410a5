public import DomainKit

/// The secrets of accounts: what must be erasable, and therefore never enters the log.
///
/// The log decides, and the secret store keeps what the log must not contain. A commit of the log does not cover the
/// secret store. Each secret is therefore written before the decision that puts it in force, under an id that the
/// decision's event names. A secret that no event names has no effect, and ``SettleSecrets`` removes it.
///
/// Each call is atomic, and durable when it returns. Calls may come from any task and from several processes at once.
public protocol SecretStore: PasswordStore, AddressStore, SessionStore, LinkStore, AttemptStore, AnswerStore {
    /// The accounts that have anything in the store, whether the log knows them or not.
    ///
    /// - Parameters:
    ///   - account: The last account of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of accounts, at least 1.
    /// - Returns: The next accounts in an order that does not change; fewer than `limit` at the end.
    /// - Throws: Errors of the storage.
    func accounts(after account: AccountID?, limit: Int) async throws -> [AccountID]

    /// Erases everything about an account: passwords, address, sessions, links, answers, and attempts at its
    /// address.
    ///
    /// Its passwords, address, sessions, links and answers cannot be read afterwards, by any means. Calls that are under way and
    /// write for the account afterwards are refused: only a registration creates an account in the store. Erasing again
    /// has no effect.
    ///
    /// - Parameter account: The account.
    /// - Throws: Errors of the storage.
    func erase(_ account: AccountID) async throws

    /// Removes what has expired.
    ///
    /// - Parameters:
    ///   - time: Sessions, links and answers that end at or before it are removed.
    ///   - attempts: Counts whose last attempt is before it are removed.
    /// - Throws: Errors of the storage.
    func removeExpired(at time: Instant, attemptsBefore attempts: Instant) async throws
}
