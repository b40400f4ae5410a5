import BankDomain
package import DomainKit
package import Nacre
package import NacreRuntime

/// The bank, put together: what can be done, and what can be asked.
package struct Bank: Sendable {
    /// What runs the features: catches up, reacts, looks at the past, copies, closes.
    package let runtime: Runtime

    private let accounts: Aggregates<AccountDecider>

    /// What the bank runs on its store.
    @FeaturesBuilder package static var features: Features {
        Accounts()
        ProcessDeclaration { Welcome(accounts: Aggregates(in: $0.store, time: $0.time)) }
    }

    /// Opens the bank on a store.
    package init(_ engine: some StorageEngine) async throws {
        runtime = try await Runtime.open(engine) { Bank.features }
        accounts = Aggregates<AccountDecider>(in: runtime.store)
            .remembering(
                Snapshots("account", in: runtime.models.store, codec: JSONSnapshotCodec(schema: 1), every: 100))
    }

    /// Opens an account, where the address belongs to no other one.
    package func open(_ id: String, owner: String, email: String) async throws {
        try await runtime.store.decide { decision in
            guard try await !decision.contains(.tagged(Self.tag(of: email))) else {
                throw AccountError.emailTaken(email)
            }
            try await decision.execute(.open(owner: owner, email: email), on: id, in: accounts)
        }
    }

    /// Puts money on an account.
    package func deposit(_ cents: Int, to id: String) async throws {
        try await accounts.execute(.deposit(cents: cents), on: id)
    }

    /// Moves money from one account to another, all of it or nothing.
    package func transfer(_ cents: Int, from: String, to: String) async throws {
        try await runtime.store.decide { decision in
            try await decision.execute(.withdraw(cents: cents), on: from, in: accounts)
            try await decision.execute(.deposit(cents: cents), on: to, in: accounts)
        }
    }

    /// What is on an account.
    package func balance(of id: String) async throws -> Int { try await accounts.load(id).state.cents }

    /// The account that an address belongs to.
    package func account(reachedAt email: String) async throws -> Accounts.Row? {
        try await runtime.models[Accounts.self].read { try $0.accounts.by(\.email).row(at: email)?.row }
    }

    /// The accounts with the most on them first, in pages.
    package func richest(after cursor: TableCursor? = nil, limit: Int = 10) async throws -> TablePage<
        String, Accounts.Row
    > {
        try await runtime.models[Accounts.self].read {
            try $0.accounts.by(\.cents).page(after: cursor, limit: limit, reversed: true)
        }
    }

    /// The accounts of an owner, now and whenever they have changed.
    package func observe(of owner: String) -> LiveValues<[Accounts.Row]> {
        LiveValues(following: LogChanges(of: runtime.store, matching: Accounts().query)) { [runtime] in
            try await runtime.models[Accounts.self].read {
                try $0.accounts.by(\.owner).rows(in: owner...owner).map(\.row)
            }
        }
    }

    static func tag(of email: String) -> Tag { "email:\(email)" }
}
