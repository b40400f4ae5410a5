import Nacre
import Synchronization
import Testing

/// Tables that are found damaged are discarded, and no replacement of them.
@Suite struct ProjectionDiscardingTests {
    let store = InMemoryEventStore()
    let models = DamagingReadModelStore()
    let notices = Notices()

    private func version(_ version: Int, events: Int = 100) -> ProjectionRunner {
        ProjectionRunner(
            projection: CountingProjection(schemaVersion: version), store: store, models: models,
            batchSize: .untimed(events: events), notice: { [notices] in notices.add($0) })
    }

    private func generation(ofShadow isShadow: Bool = false) throws -> UInt64? {
        try models.read("counts") { try (isShadow ? $0.shadow() : $0).generation() }
    }

    /// The damage that a program finds when it brings the model up to date.
    private func damage(
        metBy runner: ProjectionRunner, _ body: (ProjectionRunner) async throws -> Void = { try await $0.catchUp() }
    ) async throws -> EventStoreError {
        let error = await #expect(throws: EventStoreError.self) { try await body(runner) }
        let damage = try #require(error)
        #expect(damage.isReadModelDamage)
        return damage
    }

    /// Builds a shadow up to a position, and leaves it there.
    private func begin(_ version: Int, upTo end: Position) async throws {
        let task = Task { [runner = self.version(version, events: 1)] in
            try await runner.rebuild { applied, _ in if applied == end { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `an old program that finds its model damaged keeps a newer program's replacement`() async throws {
        try await store.happen(3)
        try await version(1).catchUp()
        try await store.happen()
        models.damage(try generation())
        let damage = try await damage(metBy: version(1))

        try await version(2).catchUp()
        let newer = try models.read("counts") { (try $0.state(), try $0.generation()) }
        try await version(1).discard(because: damage)

        #expect(try models.read("counts") { try $0.state() } == newer.0)
        #expect(try generation() == newer.1)
        #expect(try models.counts() == ["a-1": 4])
        #expect(notices.all.map(\.reason) == [.newSchema(found: 1, expected: 2)])
        let error = await #expect(throws: EventStoreError.self) { try await version(1).catchUpRepairing() }
        #expect(error?.code == .newerReadModel)
    }

    @Test func `a rebuilt model is not discarded, even at the position of the damaged one`()
        async throws
    {
        try await store.happen(3)
        try await version(1).catchUp()
        let state = try models.state()
        try await store.happen()
        models.damage(try generation())
        let damage = try await damage(metBy: version(1))
        try await version(1).discard(because: damage)
        let checkpoint = try await store.checkpoint(at: 3)
        // Another process has advanced the new tables to the position of the damaged ones.
        try models.write("counts") { writer in
            try writer.setValue(CountingProjection.bytes(3), for: [UInt8]("a-1".utf8), in: 0)
            try writer.setState(
                ReadModelState(
                    schemaVersion: 1, checkpoint: checkpoint, definition: CountingProjection().definition))
        }
        #expect(try models.state() == state)

        try await version(1).discard(because: damage)
        #expect(try models.counts() == ["a-1": 3])
        #expect(try models.state() == state)
        #expect(notices.all.map(\.reason) == [.damaged])
    }

    @Test func `of several programs that find one damage, one discards and rebuilds`() async throws {
        for _ in 0..<40 { try await store.happen(3) }
        try await version(1).catchUp()
        try await store.happen()
        models.damage(try generation())
        try await withThrowingTaskGroup(of: Position.self) { group in
            for size in 1...8 {
                let runner = version(1, events: size * 3)
                group.addTask { try await runner.catchUpRepairing() }
            }
            for try await position in group { #expect(position == 121) }
        }
        #expect(try models.counts() == ["a-1": 121])
        #expect(try generation() == 2)
        #expect(notices.all.map(\.reason) == [.damaged])
    }

    @Test func `a damaged shadow is discarded alone, and a newer program's shadow is kept`() async throws {
        for _ in 0..<4 { try await store.happen() }
        try await version(1).catchUp()
        try await begin(1, upTo: 2)
        models.damage(try generation(ofShadow: true))
        let damage = EventStoreError(
            .damaged, "it", cause: ReadModelDamage("it is damaged", in: try generation(ofShadow: true)))

        try await begin(2, upTo: 3)
        let newer = try generation(ofShadow: true)
        try await version(1).discard(because: damage)
        #expect(try generation(ofShadow: true) == newer)
        #expect(try models.read("counts") { try $0.shadow().state() }?.checkpoint.position == 3)
        #expect(try await version(2).catchUp() == 4)
        #expect(try models.counts() == ["a-1": 4])
    }

    @Test func `a rebuild that finds its shadow damaged restarts it and keeps the live model`() async throws {
        for _ in 0..<4 { try await store.happen() }
        try await version(1).catchUp()
        let live = try generation()
        try await begin(1, upTo: 2)
        models.damage(try generation(ofShadow: true))
        let position = try await version(1).rebuild { [models] _, _ in
            #expect((try? models.read("counts") { try $0.generation() }) == live)
        }
        #expect(position == 4)
        #expect(try models.counts() == ["a-1": 4])
        #expect(notices.all.map(\.isShadow) == [true])
        #expect(notices.all.map(\.position) == [2])
    }

    @Test func `a rebuild replaces a damaged model without reporting differences`() async throws {
        for _ in 0..<4 { try await store.happen() }
        try await version(1).catchUp()
        models.damage(try generation())
        let differences = Mutex(0)
        let position = try await version(1).rebuild(report: { _ in differences.withLock { $0 += 1 } })
        #expect(position == 4)
        #expect(try models.counts() == ["a-1": 4])
        #expect(differences.withLock { $0 } == 0)
        #expect(notices.all.map(\.reason) == [.damaged])
    }

    @Test func `an old program's shadow does not replace a model that a newer program has filled in place`()
        async throws
    {
        for _ in 0..<4 { try await store.happen() }
        try await version(1).catchUp()
        let discarded = Mutex(false)
        // Not by a runner: it would wait for a thread of the pool on which it has to run.
        let newer = ReadModelState(
            schemaVersion: 2, checkpoint: try await store.checkpoint(at: 4), definition: CountingProjection().definition
        )
        let models = models
        // When the old program's rebuild has reached the head, the live model is lost, and a newer program fills it.
        let old = ProjectionRunner(
            projection: CountingProjection(), store: store, models: models, batchSize: .untimed(events: 1))
        let task = Task {
            try await old.rebuild { applied, _ in
                guard applied == 4, !discarded.withLock({ $0 }) else { return }
                discarded.withLock { $0 = true }
                #expect(throws: Never.self) {
                    try models.write("counts") { try $0.removeAll() }
                    try models.write("counts") { writer in
                        try writer.setValue(CountingProjection.bytes(4), for: [UInt8]("a-1".utf8), in: 0)
                        try writer.setState(newer)
                    }
                }
            }
        }
        let error = await #expect(throws: EventStoreError.self) { try await task.value }
        #expect(error?.code == .newerReadModel)
        #expect(try models.state()?.schemaVersion == 2)
        #expect(try models.counts() == ["a-1": 4])
    }

    @Test func `damage found by a query is discarded only in the generation where it was found`() async throws {
        try await store.happen(3)
        try await version(1).catchUp()
        models.damage(try generation())
        let looks = Mutex(0)
        let models = models
        let state = try #require(try models.state())
        let model = UpToDateReadModel("counts", in: models, updatedBy: version(1))
        let count = try await model.read { reader -> [UInt8]? in
            let look = looks.withLock { looks in
                looks += 1
                return looks
            }
            do {
                return try reader.value(for: [UInt8]("a-1".utf8), in: 0)
            } catch  where look == 1 {
                // Before this read ends, another process has rebuilt the model.
                try models.write("counts") { try $0.removeAll() }
                try models.write("counts") { writer in
                    try writer.setValue(CountingProjection.bytes(3), for: [UInt8]("a-1".utf8), in: 0)
                    try writer.setState(state)
                }
                throw error
            }
        }
        #expect(count == CountingProjection.bytes(3))
        #expect(looks.withLock { $0 } == 2)
        #expect(try generation() == 2)
        #expect(notices.all.isEmpty)
    }

    @Test func `damage that names no tables discards no readable rows`() async throws {
        try await store.happen(3)
        try await version(1).catchUp()
        try await version(1).discard(because: .damagedReadModel("it is damaged"))
        #expect(try models.counts() == ["a-1": 3])
        #expect(notices.all.isEmpty)
    }
}
