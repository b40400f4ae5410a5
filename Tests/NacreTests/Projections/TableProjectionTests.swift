import Nacre
import Synchronization
import Testing

@Suite struct TableProjectionTests {
    private let store = InMemoryEventStore()
    private let models = InMemoryReadModelStore()

    private var runner: ProjectionRunner { ProjectionRunner(projection: Accounts(), store: store, models: models) }

    private func append(_ events: BankEvent..., to account: String) async throws {
        try await store.append(events.map(BankEvent.codec.encode), to: StreamName("account-\(account)"))
    }

    private func read<Result>(_ body: (Tables<Accounts>) throws -> Result) async throws -> Result {
        try await ReadModel(of: Accounts.self, in: models, updatedBy: runner).read(body)
    }

    @Test func `a table projection declares only how events change rows`() async throws {
        #expect(Accounts().name == "accounts")
        #expect(Accounts().query == .categories("account"))
        for number in 1...30 {
            try await append(
                .opened(owner: "owner\(number % 3)", email: "\(number)@x"), .deposited(number), to: "\(number)")
        }
        try await append(.closed, to: "9")
        try await store.append([EventData(type: "Foreign", data: [])], to: "account-1")
        try await read { (tables) throws in
            #expect(try tables.accounts.row(at: "account-7") == .init(owner: "owner1", email: "7@x", balance: 7))
            #expect(try tables.accounts.by(\.email).row(at: "30@x")?.key == "account-30")
            #expect(try tables.accounts.row(at: "account-9") == nil)
            let page = try tables.accounts.by(\.owner).page(in: .only("owner0"), limit: 3, reversed: true)
            #expect(page.rows.map(\.balance) == [6, 30, 3])
            let rest = try tables[Accounts.accounts].by(\.owner)
                .page(in: .only("owner0"), after: page.next, limit: 100, reversed: true)
            #expect(rest.rows.map(\.balance) == [27, 24, 21, 18, 15, 12])
            #expect(rest.next == nil)
        }
    }

    @Test func `a unique field shared by two rows halts the projection, which names both`() async throws {
        try await append(.opened(owner: "ada", email: "ada@x"), to: "1")
        try await append(.opened(owner: "eve", email: "ada@x"), to: "2")
        let error = await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error?.code == .projectionHalted)
        #expect(error?.position == 2)
        for part in ["\"account-1\"", "\"account-2\"", "email \"ada@x\"", "unique", "Accounts.Account"] {
            #expect(error?.message.contains(part) == true, "\(part): \(error?.message ?? "")")
        }
    }

    /// The same rows with renamed fields, as in a program whose author forgot to raise the schema version.
    struct Changed: TableProjection {
        struct Account: Codable { var owner: String, email: String, balance: String }

        static let name = "accounts"
        static let accounts = Table<String, Account>().unique(\.email).indexed(\.owner)
        static let tables: TableSet = [accounts]

        func apply(_ event: BankEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
            try tables.accounts.update(recorded.stream.text) { $0.balance += "!" }
        }
    }

    @Test func `rows of another form halt the projection, which asks for a higher schema version`() async throws {
        try await append(.opened(owner: "ada", email: "ada@x"), to: "1")
        try await runner.catchUp()
        try await append(.deposited(5), to: "1")
        // Like another program with the same file.
        let others = SharedReadModels(base: models)
        let runner = ProjectionRunner(projection: Changed(), store: store, models: others)
        let error = await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error?.code == .projectionHalted)
        #expect(error?.message.contains("balance") == true)
        #expect(error?.message.contains("schema version") == true)
        let looks = Mutex(0)
        let misread = await #expect(throws: EventStoreError.self) {
            try await UpToDateReadModel("accounts", in: others, updatedBy: Standing(position: 1)).read { reader in
                looks.withLock { $0 += 1 }
                _ = try Tables<Changed>(reader).accounts.rows()
            }
        }
        // Rebuilding would not repair it.
        #expect(misread?.code == .otherProjection)
        #expect(looks.withLock(\.self) == 1)
    }

    /// A row that cannot be stored if its owner is "nobody".
    struct Particular: TableProjection {
        struct Account: Codable {
            struct NoOwner: Error {}

            var owner: String

            init(owner: String) { self.owner = owner }

            func encode(to encoder: any Encoder) throws {
                guard owner != "nobody" else { throw NoOwner() }
                var container = encoder.singleValueContainer()
                try container.encode(owner)
            }

            init(from decoder: any Decoder) throws { owner = try decoder.singleValueContainer().decode(String.self) }
        }

        static let accounts = Table<String, Account>()
        static let tables: TableSet = [accounts]

        func apply(_ event: BankEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
            guard case .opened(let owner, _) = event else {
                try tables.accounts.update(recorded.stream.text) { $0.owner = "nobody" }
                return
            }
            try tables.accounts.set(Account(owner: owner), at: recorded.stream.text)
        }
    }

    @Test(arguments: [false, true])
    func `a row that cannot be stored halts the projection at its event`(isUpdate: Bool) async throws {
        try await append(.opened(owner: "ada", email: ""), to: "1")
        try await append(.opened(owner: "bob", email: ""), to: "2")
        if isUpdate {
            try await append(.deposited(1), to: "1")
        } else {
            try await append(.opened(owner: "nobody", email: ""), to: "3")
        }
        try await append(.opened(owner: "eve", email: ""), to: "4")
        let runner = ProjectionRunner(projection: Particular(), store: store, models: models)
        let error = await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error?.code == .projectionHalted)
        #expect(error?.position == 3)
        #expect(error?.message.contains("cannot be stored") == true)
        let rows = try models.read("particular") { try Tables<Particular>($0).accounts.rows().map(\.row.owner) }
        #expect(rows == ["ada", "bob"])
        try await runner.skip(3, reason: "unclaimed")
        #expect(try models.read("particular") { try Tables<Particular>($0).accounts.count() } == 3)
    }

    @Test func `a model that differs from the log is reported in words`() async throws {
        try await append(.opened(owner: "ada", email: "ada@x"), .deposited(5), to: "1")
        try await runner.catchUp()
        try models.write("accounts") { writer in
            _ = try MutableTables<Accounts>(writer).accounts.update("account-1") { $0.balance = 6 }
        }
        let reports = Mutex<[String]>([])
        try await runner.compare(rebuildingIn: InMemoryReadModelStore()) { difference in
            reports.withLock { $0.append(difference.description) }
        }
        #expect(
            reports.withLock(\.self) == [
                """
                different: Accounts.Account "account-1": owner "ada", email "ada@x", balance 6, the log says Accounts.Account \
                "account-1": owner "ada", email "ada@x", balance 5
                """
            ])
    }

    /// Two tables with one number.
    struct Colliding: TableProjection {
        static let accounts = Table<String, Accounts.Account>().unique(\.email)
        static let others = Table<String, Int>(1, encode: { _ in [] }, decode: { _ in 0 })
        static let tables: TableSet = [accounts, others]

        func apply(_ event: BankEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {}
    }

    @Test func `a table and an index with one number are rejected before anything is applied, naming both`()
        async throws
    {
        try await append(.closed, to: "1")
        let runner = ProjectionRunner(projection: Colliding(), store: store, models: models)
        let attempts: [@Sendable () async throws -> Void] = [
            { try await runner.catchUp() }, { try await runner.rebuild() }, { _ = try await runner.status() },
        ]
        for attempt in attempts {
            let error = await #expect(throws: EventStoreError.self) { try await attempt() }
            #expect(error?.code == .invalidArgument)
            for part in [
                "number 1", "the index by email of the table of Accounts.Account", "the table of Int", "colliding",
            ] {
                #expect(error?.message.contains(part) == true, "\(part): \(error?.message ?? "")")
            }
        }
        #expect(try models.read("colliding") { try $0.state() } == nil)
    }

    /// An undeclared table with the number of an index.
    struct Undeclared: Projection {
        static let byEmail = TableIndex<Position, Accounts.Account, String>(1) { [$0.email] }
        static let byOwner = TableIndex<Position, Accounts.Account, String>(1, isUnique: true, of: \.owner)

        let isUnique: Bool
        let isIndexFirst: Bool
        let name = "undeclared"
        let schemaVersion = 1
        let query = Query.all

        var accounts: Table<Position, Accounts.Account> {
            isUnique
                ? Table<Position, Accounts.Account>().indexed(by: Self.byOwner)
                : Table<Position, Accounts.Account>().indexed(by: Self.byEmail)
        }
        var tables: [TableDefinition] { [accounts.definition] }

        func apply(_ event: EventView, to model: any ReadModelWriter) throws {
            let counts = Table<Position, Int>(1, encode: { [UInt8($0)] }, decode: { Int($0[0]) })
            let account = Accounts.Account(owner: "\(event.position)", email: "", balance: 0)
            if isIndexFirst { try accounts.set(account, at: event.position, in: model) }
            try counts.set(1, at: event.position, in: model)
            try accounts.set(account, at: event.position, in: model)
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `a table with the number of an index is rejected even if it is not declared`(
        isUnique: Bool, isIndexFirst: Bool
    ) async throws {
        try await append(.closed, to: "1")
        let runner = ProjectionRunner(
            projection: Undeclared(isUnique: isUnique, isIndexFirst: isIndexFirst), store: store, models: models)
        let error = await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error?.code == .invalidArgument)
        for part in ["number 1 for a table", "the index in table 1 of the table of Accounts.Account"] {
            #expect(error?.message.contains(part) == true, "\(part): \(error?.message ?? "")")
        }
        #expect(try models.read("undeclared") { try $0.state() } == nil)
    }

    /// An undeclared index with the number of a table.
    struct UndeclaredIndex: Projection {
        static let accounts = Table<Position, Accounts.Account>().indexed(by: Undeclared.byEmail)

        let name = "undeclared"
        let schemaVersion = 1
        let query = Query.all
        let tables = [TableDefinition(0), TableDefinition(1)]

        func apply(_ event: EventView, to model: any ReadModelWriter) throws {
            try Self.accounts.set(.init(owner: "", email: "", balance: 0), at: event.position, in: model)
        }
    }

    @Test func `an index with the number of a table is rejected even if it is not declared`() async throws {
        try await append(.closed, to: "1")
        let runner = ProjectionRunner(projection: UndeclaredIndex(), store: store, models: models)
        let error = await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("number 1 for an index") == true)
        #expect(error?.message.contains("declares it for table 1") == true)
    }

    @Test func `an undeclared table is rejected when it is used`() async throws {
        try await append(.opened(owner: "ada", email: "ada@x"), to: "1")
        let other = Table<String, Int>()
        for look in [{ try $0[other].rows().isEmpty }, { try $0[other].row(at: "") == nil }]
            as [@Sendable (Tables<Accounts>) throws -> Bool]
        {
            let error = await #expect(throws: EventStoreError.self) { _ = try await read(look) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains("the table of Int, number 0") == true)
        }
    }

    @Test(arguments: [false, true])
    func `a misspelt read model is rejected, with the known names`(isEmpty: Bool) async throws {
        if !isEmpty { try await append(.opened(owner: "ada", email: "ada@x"), to: "1") }
        let runner = runner
        let error = await #expect(throws: EventStoreError.self) {
            try await UpToDateReadModel("acounts", in: models, updatedBy: Standing(position: 0)).read { _ in }
        }
        #expect(error?.code == .invalidArgument)
        for part in ["\"acounts\"", "they maintain \"accounts\"", "projection"] {
            #expect(error?.message.contains(part) == true, "\(part): \(error?.message ?? "")")
        }
        let other = await #expect(throws: EventStoreError.self) {
            try await UpToDateReadModel("acounts", in: models, updatedBy: runner).read { _ in }
        }
        #expect(other?.message.contains("\"acounts\"") == true)
        #expect(other?.message.contains("\"accounts\"") == true)
    }
}

/// Reports that a model is up to date, and leaves it unchanged.
private struct Standing: ReadModelUpdating {
    let position: Position
    let schemaVersion = 1

    func bringUpToDate() async throws -> Position { position }

    func discard(because error: EventStoreError) async throws { Issue.record("discarded: \(error)") }
}

/// The read models of a store, as another program sees them.
private struct SharedReadModels: ReadModelStore {
    let base: any ReadModelStore
    let projections = ProjectionRegistry()

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try base.write(model, body)
    }

    func names() throws -> [String] { try base.names() }

    func close() {}
}
