public import DomainKit

/// An in-memory repository of accounts.
///
/// It fulfils the protocol, except that nothing outlives the process.
public actor InMemoryAccountRepository: AccountRepository {
    private var events: [AccountID: [AccountEvent]] = [:]
    private var accounts = AccountsDecider.initialState

    /// Creates an empty repository.
    public init() {}

    /// Folds the events of an account.
    ///
    /// - Parameter id: The account.
    /// - Returns: Its state and version.
    /// - Complexity: O(1).
    public func load(_ id: AccountID) -> Versioned<Account> {
        Versioned(state: accounts.account(id), version: UInt64(events[id]?.count ?? 0))
    }

    /// Appends events of an account.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - id: The account.
    ///   - version: The expected version: that of the state on which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: `ConcurrencyConflict` if the account is at another version.
    public func save(
        _ events: [AccountEvent], for id: AccountID, expecting version: UInt64
    ) throws(ConcurrencyConflict) -> UInt64 {
        let actual = load(id).version
        guard actual == version else {
            throw ConcurrencyConflict(stream: "account-\(id)", expected: version, actual: actual)
        }
        guard !events.isEmpty else { return version }
        self.events[id, default: []] += events
        for event in events { accounts.evolve(event, of: id) }
        return load(id).version
    }

    /// Decides a command with ``AccountsDecider`` and records the events, in one step of the actor: conflicts cannot
    /// occur.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - id: The account.
    ///   - retry: Ignored.
    /// - Returns: The account's version afterwards.
    /// - Throws: ``AuthError`` if the command is refused.
    @discardableResult
    public func execute(_ command: AccountCommand, on id: AccountID, retrying retry: ConflictRetry) throws -> UInt64 {
        let events = try AccountsDecider.decide(AccountsDecider.Command(command, on: id), accounts)
        return try save(events.map(\.event), for: id, expecting: load(id).version)
    }

    /// The account that has an e-mail address.
    ///
    /// - Parameter claim: The keyed hash of the address.
    /// - Returns: The account; `nil` if there is none.
    /// - Complexity: O(1).
    public func holder(of claim: EmailClaim) -> AccountID? {
        accounts.holders(of: claim).first
    }
}
