/// The state of several accounts, for decisions that concern more than one.
public struct Accounts: Sendable, Equatable {
    private var accounts: [AccountID: Account] = [:]

    /// The accounts with each e-mail address, in order of registration.
    private var holders: [EmailClaim: [AccountID]] = [:]

    /// Creates the initial state.
    public init() {}

    /// An account.
    ///
    /// - Parameter id: The account.
    /// - Returns: Its state, folded from the applied events.
    public func account(_ id: AccountID) -> Account {
        accounts[id] ?? AccountDecider.initialState
    }

    /// The accounts with an e-mail address.
    ///
    /// - Parameter claim: The keyed hash of the address.
    /// - Returns: The accounts in order of registration; more than one only if another program wrote events that
    ///   violate the rules.
    public func holders(of claim: EmailClaim) -> [AccountID] {
        holders[claim] ?? []
    }

    /// Applies an event of an account.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The account.
    public mutating func evolve(_ event: AccountEvent, of id: AccountID) {
        let before = account(id).active
        AccountDecider.evolve(&accounts[id, default: AccountDecider.initialState], event)
        let after = account(id).active
        if before == nil, let after { holders[after.claim, default: []].append(id) }
        if let before, after == nil { holders[before.claim]?.removeAll { $0 == id } }
    }
}
