public import DomainKit

/// An in-memory store of secrets.
///
/// It fulfils the protocol, except that nothing outlives the process, and that tokens are kept as they are.
public actor InMemorySecretStore {
    struct Entry {
        var address: EmailAddress?
        var passwords: [CredentialID: PreparedPassword] = [:]
        var sessions: [[UInt8]: Session] = [:]
        var links: [[UInt8]: Link] = [:]
        var answers: [Answer] = []
    }

    var entries: [AccountID: Entry] = [:]
    var attempts: [AttemptKey: Attempts] = [:]
    var answersWithoutAccount: [Answer] = []

    /// The claims of the addresses seen: random numbers, which cannot be computed from an address.
    var claims: [EmailAddress: EmailClaim] = [:]

    /// Creates an empty store.
    public init() {}

    func change(_ id: AccountID, _ body: (inout Entry) -> Void) {
        guard var entry = entries[id] else { return }
        body(&entry)
        entries[id] = entry
    }

    func changeExisting(_ id: AccountID, _ body: (inout Entry) -> Void) throws(AuthError) {
        guard entries[id] != nil else { throw AuthError(code: .notFound) }
        change(id, body)
    }
}

extension InMemorySecretStore: SecretStore {
    /// The accounts that have anything in the store, in the order of their ids.
    public func accounts(after account: AccountID?, limit: Int) -> [AccountID] {
        let sorted = entries.keys.sorted { ($0.high, $0.low) < ($1.high, $1.low) }
        let rest = sorted.drop { id in account.map { (id.high, id.low) <= ($0.high, $0.low) } ?? false }
        return Array(rest.prefix(max(0, limit)))
    }

    /// Erases everything about an account.
    public func erase(_ account: AccountID) {
        guard let entry = entries.removeValue(forKey: account) else { return }
        if let address = entry.address, let claim = claims[address] {
            for kind in AttemptKind.allCases { attempts[AttemptKey(kind, at: claim)] = nil }
        }
    }

    /// Removes what has expired.
    public func removeExpired(at time: Instant, attemptsBefore: Instant) {
        for id in entries.keys {
            change(id) { entry in
                entry.sessions = entry.sessions.filter { $0.value.expiresAt > time }
                entry.links = entry.links.filter { $0.value.expiresAt > time }
            }
        }
        filterAnswers { $0.expiresAt > time }
        attempts = attempts.filter { $0.value.lastAt >= attemptsBefore }
    }

    /// The claim of an address: a random number, drawn when the address is first seen.
    public func claim(of address: EmailAddress) -> EmailClaim {
        if let claim = claims[address] { return claim }
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<4).map { _ in
            let word = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - word.count) + word
        }
        let claim = EmailClaim(digits.joined())
        claims[address] = claim
        return claim
    }

    /// The address of an account.
    public func address(of account: AccountID) -> EmailAddress? {
        entries[account]?.address
    }

    /// Reads and changes a count in one step of the actor.
    public func updateAttempts<Result: Sendable>(
        _ key: AttemptKey, _ change: @escaping @Sendable (inout Attempts?) -> Result
    ) -> Result {
        change(&attempts[key])
    }
}
