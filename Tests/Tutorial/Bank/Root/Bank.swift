import BankDomain
package import DomainKit
package import Nacre
package import NacreRuntime

/// The bank: its store, its commands and its queries.
package struct Bank: Sendable {
    /// The open store, with the read model and the process manager.
    package let runtime: Runtime

    private let accounts: Aggregates<AccountDecider>

    /// The projection and the process manager of the bank, for every program that opens its store.
    @FeaturesBuilder package static var features: Features {
        Accounts()
        ProcessDeclaration { Welcome(accounts: Aggregates(in: $0.store, time: $0.time)) }
    }

    /// Opens the bank on a store in a folder or in memory.
    package init(_ engine: some StorageEngine) async throws {
        runtime = try await Runtime.open(engine) { Bank.features }
        accounts = Aggregates<AccountDecider>(in: runtime.store)
            .withSnapshots(
                Snapshots("account", in: runtime.models.store, codec: JSONSnapshotCodec(schema: 1), every: 100))
    }

    /// Opens an account, unless the e-mail address belongs to another one.
    package func open(_ id: String, owner: String, email: String) async throws {
        try await runtime.store.decide { decision in
            guard try await !decision.contains(.tagged(Self.tag(of: email))) else {
                throw AccountError.emailTaken(email)
            }
            try await decision.execute(.open(owner: owner, email: email), on: id, in: accounts)
        }
    }

    /// Pays money into an account.
    package func deposit(_ cents: Int, to id: String) async throws {
        try await accounts.execute(.deposit(cents: cents), on: id)
    }

    /// Transfers money from one account to another: both events are appended, or neither.
    package func transfer(_ cents: Int, from: String, to: String) async throws {
        try await runtime.store.decide { decision in
            try await decision.execute(.withdraw(cents: cents), on: from, in: accounts)
            try await decision.execute(.deposit(cents: cents), on: to, in: accounts)
        }
    }

    /// The balance of an account, folded from its events.
    package func balance(of id: String) async throws -> Int { try await accounts.load(id).state.cents }

    /// The account with an e-mail address, from the read model.
    package func account(reachedAt email: String) async throws -> Accounts.Row? {
        try await runtime.models[Accounts.self].read { try $0.accounts.by(\.email).row(at: email)?.row }
    }

    /// The accounts in descending order of their balances, one page at a time.
    package func richest(after cursor: TableCursor? = nil, limit: Int = 10) async throws -> TablePage<
        String, Accounts.Row
    > {
        try await runtime.models[Accounts.self].read {
            try $0.accounts.by(\.cents).page(after: cursor, limit: limit, reversed: true)
        }
    }

    /// The accounts of an owner: first as they are now, then each time they change.
    package func observe(of owner: String) -> LiveValues<[Accounts.Row]> {
        LiveValues(following: LogChanges(of: runtime.store, matching: Accounts().query)) { [runtime] in
            try await runtime.models[Accounts.self].read {
                try $0.accounts.by(\.owner).rows(in: .only(owner)).map(\.row)
            }
        }
    }

    static func tag(of email: String) -> Tag { "email:\(email)" }
}
