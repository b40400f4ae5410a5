import DomainKit
import Nacre
import Testing

/// A read model belongs to the projection that built it, identified by its definition and not only by name and version.
@Suite(.timeLimit(.minutes(25))) struct ProjectionOwnershipTests {
    let store = InMemoryEventStore()
    let models = InMemoryReadModelStore()

    private func runner(
        version: Int = 1, query: Query = .all,
        tables: [TableDefinition] = [TableDefinition(0), TableDefinition(1)]
    ) -> ProjectionRunner {
        var projection = CountingProjection(schemaVersion: version)
        (projection.query, projection.tables) = (query, tables)
        return ProjectionRunner(projection: projection, store: store, models: models)
    }

    private func requireRefused(
        _ runner: ProjectionRunner, naming parts: String...,
        whenIt body: (ProjectionRunner) async throws -> Void = { try await $0.catchUp() }
    ) async throws {
        let (rows, state) = (try models.counts(), try models.state())
        let error = await #expect(throws: EventStoreError.self) { try await body(runner) }
        #expect(error?.code == .otherProjection)
        for part in parts { #expect(error?.message.contains(part) == true, "\(error?.message ?? "") lacks \(part)") }
        #expect(try models.counts() == rows)
        #expect(try models.state() == state)
    }

    @Test func `a projection with another query, tables or indexes is refused, and the error names the difference`()
        async throws
    {
        let index = TableDefinition.Index(2)
        let tables = [TableDefinition(0, indexes: [index]), TableDefinition(1)]
        let query = Query([.init(types: ["A"], categories: ["c"], tags: ["t:1", "t:2"]), .init(types: ["B"])])
        try await store.happen(3)
        try await runner(query: query, tables: tables).catchUp()

        try await requireRefused(
            runner(tables: tables), naming: "its query matches only some events, this program's all")
        var items = query.items ?? []
        items[0].types = ["A", "C"]
        try await requireRefused(
            runner(query: Query(items), tables: tables), naming: "this program's query names type \"C\"")
        items[0].types = []
        try await requireRefused(
            runner(query: Query(items), tables: tables), naming: "matches type \"A\", this program's any")
        items[0] = .init(types: ["A"], categories: ["d"], tags: ["t:1"])
        try await requireRefused(
            runner(query: Query(items), tables: tables), naming: "names category \"c\"", "names category \"d\"",
            "its query names tag \"t:2\"")
        try await requireRefused(
            runner(query: Query([items[1]]), tables: tables), naming: "of type \"A\" in category \"c\" tagged \"t:1\"")

        let plain = [TableDefinition(0), TableDefinition(1)]
        try await requireRefused(
            runner(query: query, tables: plain), naming: "it has an index of table 0 in table 2")
        try await requireRefused(
            runner(query: query, tables: [tables[0]]), naming: "it has table 1, this program's projection has none")
        try await requireRefused(
            runner(query: query, tables: tables + [TableDefinition(7)]), naming: "this program's projection has table 7"
        )
        let unique = TableDefinition(0, indexes: [.init(2, isUnique: true)])
        try await requireRefused(
            runner(query: query, tables: [unique, tables[1]]),
            naming: "index of table 0 in table 2 is not unique, this program's is")
    }

    @Test func `the order in which query and tables are declared does not matter`() async throws {
        let query = Query([.init(types: ["A", "B", "A"], tags: ["x", "y"]), .init(categories: ["c", "d"])])
        let same = Query([
            .init(categories: ["d", "c"]), .init(types: ["B", "A"], tags: ["y", "x", "y"]),
            .init(categories: ["c", "d"]),
        ])
        let tables = [TableDefinition(1), TableDefinition(0, indexes: [.init(3), .init(2)])]
        let ordered = [TableDefinition(0, indexes: [.init(2), .init(3)]), TableDefinition(1)]
        #expect(
            ProjectionDefinition(query: query, tables: tables) == ProjectionDefinition(query: same, tables: ordered))
        try await store.happen(2, "A")
        try await runner(query: query, tables: tables).catchUp()
        #expect(try await runner(query: same, tables: ordered).catchUp() == 2)
    }

    @Test func `names that differ only in bytes are different`() {
        let one = ProjectionDefinition(query: .categories("caf\u{E9}"), tables: [])
        let other = ProjectionDefinition(query: .categories("cafe\u{301}"), tables: [])
        #expect(one != other)
    }

    @Test func `a definition without contexts has the bytes that earlier programs recorded`() {
        let query = Query([.init(types: ["A"], categories: ["c"], tags: ["t"])])
        let definition = ProjectionDefinition(query: query, tables: [])
        #expect(definition.bytes == [1, 1, 1, 1, 1, 0x41, 1, 1, 0x63, 1, 1, 0x74, 0])
    }

    @Test func `a projection with other correlations, causations or actors is refused, and the error names them`()
        async throws
    {
        let query = Query([.init(types: ["A"], correlations: ["c-1"], actors: ["ada", "bob"])])
        try await store.happen(3)
        try await runner(query: query).catchUp()
        let same = Query([.init(types: ["A"], correlations: ["c-1"], actors: ["bob", "ada"])])
        #expect(try await runner(query: same).catchUp() == 3)
        var item = Query.Item(types: ["A"], correlations: ["c-2"], actors: ["ada", "bob"])
        try await requireRefused(
            runner(query: Query([item])), naming: "names correlation id \"c-1\"", "names correlation id \"c-2\"")
        item = .init(types: ["A"], correlations: ["c-1"], causations: ["e-1"])
        try await requireRefused(
            runner(query: Query([item])), naming: "matches actor \"ada\", \"bob\", this program's any",
            "matches any causation id, this program's \"e-1\"")
        try await requireRefused(
            runner(query: Query([item, .init(types: ["B"])])), naming: "correlated by \"c-1\" by actor \"ada\" or")
    }

    @Test func `a table is described with its indexes`() {
        let byWord = TableIndex<Position, String, String>(3, isUnique: true, of: { $0 })
        let byLetter = TableIndex<Position, String, String>(4) { $0.map { String($0) } }
        let table = Table<Position, String>(
            2, encode: { Array($0.utf8) }, decode: { String(decoding: $0, as: UTF8.self) })
        #expect(table.definition == TableDefinition(2))
        #expect(
            table.indexed(by: byWord).indexed(by: byLetter).definition
                == TableDefinition(2, indexes: [.init(3, isUnique: true), .init(4)]))
    }

    @Test func `a new schema version may have any definition`() async throws {
        try await store.happen(3, "Paid")
        try await runner(query: .types("Paid")).catchUp()
        let tables = [TableDefinition(0), TableDefinition(1), TableDefinition(9)]
        let other = runner(version: 2, query: .all, tables: tables)
        #expect(try await other.catchUp() == 3)
        #expect(try models.state()?.schemaVersion == 2)
    }

    @Test func `a model without a recorded definition is adopted, and the definition is recorded at once`() async throws
    {
        try await store.happen(3)
        try await runner().catchUp()
        let state = try #require(try models.state())
        let halt = ProjectionHalt(position: 4, reason: "why", since: Instant(nanosecondsSince1970: 5, decimals: 9))
        try models.write("counts") {
            try $0.setState(
                ReadModelState(schemaVersion: state.schemaVersion, checkpoint: state.checkpoint, halt: halt))
        }
        #expect(try await runner().catchUp() == 3)
        #expect(try models.state()?.definition == CountingProjection().definition)
        #expect(try models.state()?.halt == halt)
        #expect(try models.counts() == ["a-1": 3])
        try await requireRefused(runner(query: .types("Happened")), naming: "only some")
    }

    @Test func `a shadow begun by another projection is refused too`() async throws {
        for _ in 0..<4 { try await store.happen() }
        try await runner().catchUp()
        var projection = CountingProjection(schemaVersion: 2)
        let begun = ProjectionRunner(
            projection: projection, store: store, models: models, batchSize: .untimed(events: 1))
        let task = Task {
            try await begun.catchUp { applied, _ in if applied == 2 { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        projection.query = .types("Happened")
        let other = ProjectionRunner(projection: projection, store: store, models: models)
        try await requireRefused(other, naming: "schema version 2", "matches all events, this program's only some")
        try await requireRefused(other, naming: "schema version 2") { try await $0.rebuild() }
        #expect(try await begun.catchUp() == 4)
    }

    @Test func `rebuilding does not replace another projection's model`() async throws {
        try await store.happen(3, "Paid")
        try await runner(query: .types("Paid")).catchUp()
        try await requireRefused(runner(), naming: "this program's all") { try await $0.rebuild() }
        #expect(try models.read("counts") { try $0.shadow().generation() } == nil)
    }

    @Test func `the status reports that the model belongs to another projection`() async throws {
        try await store.happen(3, "Paid")
        try await runner(query: .types("Paid")).catchUp()
        let status = try await runner().status()
        guard case .otherProjection(let differences) = status.misfit else {
            Issue.record("\(String(describing: status.misfit))")
            return
        }
        #expect(differences.contains("this program's all"))
        #expect(status.position == 0)
        #expect(try await runner(query: .types("Paid")).status().misfit == nil)
    }

    @Test func `lifting a halt keeps the recorded definition`() async throws {
        try await store.happen(1, "Poison")
        var projection = CountingProjection()
        projection.poison = ["Poison"]
        let halting = ProjectionRunner(projection: projection, store: store, models: models)
        await #expect(throws: EventStoreError.self) { try await halting.catchUp() }
        #expect(try models.state()?.definition == projection.definition)
        await #expect(throws: EventStoreError.self) { try await halting.retry() }
        #expect(try models.state()?.definition == projection.definition)
        #expect(try await runner().retry() == 1)
    }

    @Test func `a query sees only rows of its own projection`() async throws {
        try await store.happen(3, "Paid")
        let own = runner(query: .types("Paid"))
        try await own.catchUp()
        // Between updating and reading, another program has rebuilt it with another definition.
        let state = try #require(try models.state())
        try models.write("counts") { writer in
            let other = ProjectionDefinition(query: .all, tables: [])
            try writer.setState(
                ReadModelState(schemaVersion: 1, checkpoint: state.checkpoint, definition: other))
        }
        let model = UpToDateReadModel("counts", in: models, updatedBy: Standing(position: 3, as: own))
        let error = await #expect(throws: EventStoreError.self) {
            try await model.read { _ in Issue.record("it was looked at") }
        }
        #expect(error?.code == .inputOutput)
    }

    // MARK: Tables

    @Test func `an undeclared table cannot be used, and the attempt records nothing`() async throws {
        try await store.happen()
        for tables in [[TableDefinition(0)], [TableDefinition(1)], []] {
            let error = await #expect(throws: EventStoreError.self) { try await runner(tables: tables).catchUp() }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains("table \(tables.first?.number == 0 ? 1 : 0)") == true, "\(error as Any)")
            #expect(try models.state() == nil)
        }
        #expect(try await runner().catchUp() == 1)
    }

    @Test func `two tables or indexes with one number are rejected`() async throws {
        for tables in [
            [TableDefinition(0), TableDefinition(0)], [TableDefinition(0, indexes: [.init(0)])],
            [TableDefinition(0, indexes: [.init(2)]), TableDefinition(1, indexes: [.init(2)])],
        ] {
            for rebuilds in [false, true] {
                let error = await #expect(throws: EventStoreError.self) {
                    let runner = runner(tables: tables)
                    _ = rebuilds ? try await runner.rebuild() : try await runner.catchUp()
                }
                #expect(error?.code == .invalidArgument)
                #expect(error?.message.contains("twice") == true)
            }
        }
    }

    // MARK: Registering

    @Test func `another projection type is refused under a used name, even with an equal definition`() async throws {
        try await store.happen(3)
        try await runner().catchUp()
        try await store.happen(1)
        let other = ProjectionRunner(projection: SameDefinition(), store: store, models: models)
        for call in [
            { _ = try await other.catchUp() }, { _ = try await other.rebuild() }, { try await other.wait(atLeast: 1) },
            { try await other.run() }, { _ = try await other.status() }, { _ = try await other.retry() },
            { _ = try await other.skip(1, reason: "x") }, { _ = try await other.confirmRestored() },
            { try await other.discard(because: EventStoreError(.damaged, "a row is damaged")) },
            { _ = try await other.bringUpToDate() },
            { _ = try await other.compare(rebuildingIn: InMemoryReadModelStore()) { _ in } },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: EventStoreError.self) { try await call() }
            #expect(error?.code == .otherProjection)
            for part in ["\"counts\"", "CountingProjection", "SameDefinition", "its own name"] {
                #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
            }
        }
        #expect(try models.counts() == ["a-1": 3])
        // The same projection is accepted in another read model store, and under another name.
        try await ProjectionRunner(projection: SameDefinition(), store: store, models: InMemoryReadModelStore())
            .catchUp()
        try await ProjectionRunner(projection: SameDefinition(name: "same"), store: store, models: models).catchUp()
        #expect(try await runner().catchUp() == 4)
    }

    @Test func `runners of one projection share its name, with newer versions and the past too`()
        async throws
    {
        try await store.happen(3)
        try await withThrowingTaskGroup(of: Position.self) { group in
            for _ in 0..<8 { group.addTask { try await runner().catchUp() } }
            for try await position in group { #expect(position == 3) }
        }
        #expect(try await runner(version: 2).catchUp() == 3)
        #expect(try await runner(version: 2).rebuild() == 3)
        let time = try await store.event(at: 3).time
        let past = PastReadModel(
            of: CountingProjection(schemaVersion: 2), at: 3, happenedBy: time, in: store, models: models)
        #expect(try await past.bringUpToDate() == 3)
    }

    @Test func `names with different spellings belong to different projections`() async throws {
        let one = ProjectionRunner(projection: CountingProjection(name: "caf\u{E9}"), store: store, models: models)
        let other = ProjectionRunner(projection: SameDefinition(name: "cafe\u{301}"), store: store, models: models)
        #expect(try await one.catchUp() == 0)
        #expect(try await other.catchUp() == 0)
    }

    @Test func `two projections of one name are rejected when a program declares them`() throws {
        var other = CountingProjection(name: "other")
        let one = runner()
        let two = ProjectionRunner(projection: other, store: store, models: models)
        try ([one, two] as [any LogFollower]).requireDistinctLabels()
        other.name = "counts"
        let three = ProjectionRunner(projection: other, store: store, models: models)
        let error = #expect(throws: EventStoreError.self) {
            try ([one, two, three] as [any LogFollower]).requireDistinctLabels()
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("projection counts") == true)
    }
}

/// A projection other than the counting one with the same recorded definition.
private struct SameDefinition: Projection {
    var name = "counts"
    let schemaVersion = 1
    let query = Query.all
    let tables = [TableDefinition(0), TableDefinition(1)]

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {}

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "\(key)" }
}

/// Reports a position for a model, and leaves the model unchanged.
private struct Standing: ReadModelUpdating {
    let position: Position
    let runner: ProjectionRunner

    init(position: Position, as runner: ProjectionRunner) {
        (self.position, self.runner) = (position, runner)
    }

    var schemaVersion: Int { runner.schemaVersion }
    var definition: ProjectionDefinition? { runner.definition }
    func bringUpToDate() async throws -> Position { position }
    func discard(because error: EventStoreError) async throws {}
}
