public import AuthDomain
public import DomainKit
public import Nacre

/// Accounts in an event store: each has its own stream, `account-` followed by its id.
public struct EventSourcedAccountRepository: AccountRepository {
    private let accounts: Aggregates<AccountDecider>
    private let decisions: Decisions<AccountsDecider>

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - store: The store that holds the streams.
    ///   - time: The clock for event times.
    public init(store: any EventStore, time: any TimeSource) {
        accounts = Aggregates(in: store, time: time)
        decisions = Decisions(in: store, codec: AccountsEventCodec(), time: time)
    }

    /// Folds the events of an account.
    ///
    /// - Parameter id: The account.
    /// - Returns: Its state, and its version, which counts events of foreign types too.
    /// - Throws: `EventDecodingError`, and errors of the store.
    /// - Complexity: O(*n*) in the number of its events.
    public func load(_ id: AccountID) async throws -> Versioned<Account> {
        try await accounts.load(id.description)
    }

    /// Appends events of an account in one commit.
    ///
    /// - Parameters:
    ///   - events: The events, in order. If empty, only the version is checked.
    ///   - id: The account.
    ///   - version: The expected version: that of the state on which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: The store's conflict if the account is at another version, and other errors of the store.
    public func save(_ events: [AccountEvent], for id: AccountID, expecting version: UInt64) async throws -> UInt64 {
        try await accounts.save(events, for: id.description, expecting: version)
    }

    /// Decides a command with `AccountsDecider` and appends the events in one commit.
    ///
    /// The decision is based on the account's stream and, for a registration, on all events about the e-mail address.
    /// The commit fails if either has gained events since.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - id: The account.
    ///   - retry: The retry policy for conflicts.
    /// - Returns: The account's version afterwards, which counts events of foreign types too.
    /// - Throws: `AuthError` if the command is refused; the store's conflict if the last retry met one;
    ///   `EventDecodingError`, and other errors of the store.
    /// - Complexity: O(*n*) in the events of the account and of the address.
    @discardableResult
    public func execute(
        _ command: AccountCommand, on id: AccountID, retrying retry: ConflictRetry
    ) async throws -> UInt64 {
        var claims: Query?
        if case .register(let claim, _) = command { claims = claim.claims }
        let decision = try await decisions.execute(
            AccountsDecider.Command(command, on: id), over: claims, and: [id.stream], retrying: retry,
            appendingTo: id.stream)
        return decision.version(of: id.stream) ?? 0
    }

    /// The account that has an e-mail address.
    ///
    /// - Parameter claim: The keyed hash of the address.
    /// - Returns: The account; `nil` if there is none. If another program has given the address to several, the first.
    /// - Throws: `EventDecodingError`, and errors of the store.
    /// - Complexity: O(*n*) in the events about the address.
    public func holder(of claim: EmailClaim) async throws -> AccountID? {
        try await decisions.basis(over: claim.claims).state.holders(of: claim).first
    }
}
