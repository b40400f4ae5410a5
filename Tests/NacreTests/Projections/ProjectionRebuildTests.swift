import Nacre
import Synchronization
import Testing

@Suite struct ProjectionRebuildTests {
    let store = InMemoryEventStore()
    let models = WatchedReadModelStore()
    let notices = Notices()

    private func runner(
        _ projection: CountingProjection = .init(), events: Int = 2
    ) -> ProjectionRunner {
        ProjectionRunner(
            projection: projection, store: store, models: models, batchSize: .untimed(events: events),
            notice: { [notices] in notices.add($0) })
    }

    private func version(_ version: Int, events: Int = 2, poison: Set<EventType> = []) -> ProjectionRunner {
        var projection = CountingProjection(schemaVersion: version)
        projection.poison = poison
        return runner(projection, events: events)
    }

    /// Six events, applied, and a row that no event caused.
    private func fill() async throws {
        for _ in 0..<6 { try await store.happen() }
        try await runner().catchUp()
        try plant()
    }

    private func plant() throws {
        try models.write("counts") { try $0.setValue([0, 9], for: [UInt8]("planted".utf8), in: 0) }
    }

    private func shadow() throws -> ReadModelState? { try models.read("counts") { try $0.shadow().state() } }

    private let live = ["a-1": 6, "planted": 9]

    @Test func `the swapped-in shadow contains nothing of an older program's shadow`() async throws {
        try await fill()
        try await store.append([EventData(type: "Poison", data: [])], to: "a-2")
        // The older program's shadow has rows that the newer one does not have.
        await #expect(throws: EventStoreError.self) { try await version(2, poison: ["Poison"]).rebuild() }
        #expect(try shadow()?.schemaVersion == 2)
        var newer = CountingProjection(schemaVersion: 3)
        newer.query = .types("Poison")
        try await runner(newer).rebuild()
        #expect(try models.counts() == ["a-2": 1])
        #expect(try models.counts(1) == ["Poison": 1])
    }

    @Test func `the live model advances while its shadow is built, which reaches it before the swap`()
        async throws
    {
        try await fill()
        try await store.happen()
        // When the second batch is applied to the shadow.
        models.runBeforeWrite(afterWrites: 3) { [store] base in
            let beside = ProjectionRunner(projection: CountingProjection(), store: store, models: base)
            let reached = try Blocking.run { try await beside.catchUp() }.get()
            #expect(reached == 7)
            #expect(try base.counts() == ["a-1": 7, "planted": 9])
        }
        #expect(try await runner().rebuild() == 7)
        #expect(try models.counts() == ["a-1": 7])
    }

    @Test func `a reader never finds the model at an earlier position`() async throws {
        try await fill()
        // When the shadow has reached the head and is about to be swapped in, the live model advances beyond it.
        models.runBeforeWrite(afterWrites: 5) { [store] base in
            #expect(try base.read("counts") { try $0.shadow().state() }?.checkpoint.position == 6)
            let moved = try Blocking.run {
                try await store.happen()
                return try await store.checkpoint(at: 7)
            }.get()
            try base.write("counts") { try $0.setState(ReadModelState(schemaVersion: 1, checkpoint: moved)) }
        }
        #expect(try await runner().rebuild() == 7)
        #expect(try models.counts() == ["a-1": 7])
    }

    @Test func `changes computed on one model are not written to its successor at the same position`()
        async throws
    {
        try await fill()
        let wrong = CountingProjection.bytes(9)
        try models.write("counts") { try $0.setValue(wrong, for: [UInt8]("a-1".utf8), in: 0) }
        try await store.happen()
        // When the seventh event is applied, a new model of the first six has replaced the wrong one.
        models.runBeforeWrite { base in
            try base.write("counts") { writer in
                let (shadow, state) = (try writer.writableShadow(), try #require(try writer.state()))
                try shadow.setValue(CountingProjection.bytes(6), for: [UInt8]("a-1".utf8), in: 0)
                try shadow.setState(state)
                try writer.replaceByShadow()
            }
        }
        #expect(try await runner().catchUp() == 7)
        #expect(try models.counts() == ["a-1": 7])
    }

    @Test func `concurrent rebuilds build the same model`() async throws {
        for _ in 0..<100 { try await store.happen(3) }
        try await runner(events: 50).catchUp()
        try plant()
        try await withThrowingTaskGroup(of: Position.self) { group in
            for size in 1...4 {
                let runner = runner(events: size * 5)
                group.addTask { try await runner.rebuild() }
            }
            for try await position in group { #expect(position == 300) }
        }
        #expect(try models.counts() == ["a-1": 300])
        #expect(try shadow() == nil)
        // The model was filled once and rebuilt once: an event applied twice would show in the count.
        #expect(try models.read("counts") { try $0.generation() } == 2)
    }

    @Test func `a rebuild of a new or misfitting model fills it in place`() async throws {
        try await store.happen(3)
        #expect(try await runner().rebuild() == 3)
        let stranger = Checkpoint(storeID: store.id, position: 9, fingerprint: 1)
        try models.write("counts") { try $0.setState(ReadModelState(schemaVersion: 1, checkpoint: stranger)) }
        #expect(try await runner().rebuild() == 3)
        #expect(try models.counts() == ["a-1": 3])
        #expect(try shadow() == nil)
    }

    @Test func `an event that cannot be applied halts the rebuild, and the live model continues`() async throws {
        try await fill()
        let halting = version(1, poison: ["Happened"])
        let error = await #expect(throws: EventStoreError.self) { try await halting.rebuild() }
        #expect(error?.position == 1)
        #expect(try models.counts() == live)
        let status = try await runner().status()
        #expect(status.position == 6)
        #expect(status.halt?.position == 1)
        #expect(status.shadow == ProjectionStatus.Shadow(schemaVersion: 1, position: 0, halt: status.halt))
        try await store.happen()
        #expect(try await runner().catchUp() == 7)
        // A retry continues the halted rebuild.
        #expect(try await runner().retry() == 7)
        #expect(try models.counts() == ["a-1": 7])
        #expect(try await runner().status().halt == nil)
    }

    @Test func `rebuilding again retries the event that halted it`() async throws {
        try await fill()
        await #expect(throws: EventStoreError.self) { try await version(1, poison: ["Happened"]).rebuild() }
        #expect(try await runner().rebuild() == 6)
        #expect(try models.counts() == ["a-1": 6])
    }

    @Test func `a skip applies to the shadow too`() async throws {
        try await fill()
        try await store.happen(1, "Poison")
        try await runner().catchUp()
        let halting = version(1, poison: ["Poison"])
        await #expect(throws: EventStoreError.self) { try await halting.rebuild() }
        #expect(try await halting.skip(7, reason: "x") == 8)
        #expect(try models.counts()["a-1"] == 6)
    }

    // MARK: Schema versions

    @Test func `a new schema version is built beside the old one, then replaces it`() async throws {
        try await fill()
        var seen: [Position] = []
        let position = try await version(2).catchUp { [models, live] applied, _ in
            seen.append(applied)
            #expect((try? models.counts()) == live)
        }
        #expect(position == 6)
        #expect(seen == [2, 4, 6])
        #expect(try models.counts() == ["a-1": 6])
        #expect(try models.state()?.schemaVersion == 2)
        #expect(try shadow() == nil)
        #expect(
            notices.all == [
                ProjectionNotice(projection: "counts", reason: .newSchema(found: 1, expected: 2), position: 6)
            ])
    }

    @Test func `an old program keeps its model while the new version is built`() async throws {
        try await fill()
        let task = Task { [new = version(2)] in
            try await new.catchUp { applied, _ in if applied == 4 { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        try await store.happen()
        #expect(try await version(1).catchUp() == 7)
        #expect(try models.counts() == ["a-1": 7, "planted": 9])
        #expect(try shadow()?.checkpoint.position == 4)
        let status = try await version(2).status()
        #expect(status.misfit == .newSchema(found: 1, expected: 2))
        #expect(status.position == 0)
        #expect(status.shadow?.position == 4)

        #expect(try await version(2).catchUp() == 7)
        #expect(try models.counts() == ["a-1": 7])
        let error = await #expect(throws: EventStoreError.self) { try await version(1).catchUp() }
        #expect(error?.code == .newerReadModel)
        #expect(try models.state()?.schemaVersion == 2)
        #expect(notices.all.count == 1)
    }

    @Test func `an old program does not compete with a new one, and a third version begins its own shadow`()
        async throws
    {
        try await fill()
        let task = Task { [new = version(2)] in
            try await new.catchUp { applied, _ in if applied == 4 { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let error = await #expect(throws: EventStoreError.self) { try await version(1).rebuild() }
        #expect(error?.code == .newerReadModel)
        #expect(try shadow()?.checkpoint.position == 4)
        var seen: [Position] = []
        try await version(3).catchUp { applied, _ in seen.append(applied) }
        #expect(seen == [2, 4, 6])
        #expect(try models.state()?.schemaVersion == 3)
    }

    @Test func `a rebuild does not resume an older version's shadow`() async throws {
        try await fill()
        let task = Task { [older = version(2)] in
            try await older.catchUp { applied, _ in if applied == 4 { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        var seen: [Position] = []
        try await version(3).rebuild { applied, _ in seen.append(applied) }
        #expect(seen == [2, 4, 6])
        #expect(try models.state()?.schemaVersion == 3)
    }

    @Test func `a requested rebuild by an older program restores its version`() async throws {
        try await fill()
        try await version(2).catchUp()
        #expect(try await version(1).rebuild() == 6)
        #expect(try models.state()?.schemaVersion == 1)
        #expect(try await version(1).catchUp() == 6)
    }

    @Test func `a new version that halts leaves the old model, and reports the halt`() async throws {
        try await fill()
        let halting = version(2, poison: ["Happened"])
        for _ in 0..<2 {
            let error = await #expect(throws: EventStoreError.self) { try await halting.catchUp() }
            #expect(error?.code == .projectionHalted)
        }
        #expect(try await halting.status().halt?.position == 1)
        #expect(try models.counts() == live)
        #expect(try await version(1).catchUp() == 6)
        #expect(try await version(2).retry() == 6)
        #expect(try models.state()?.schemaVersion == 2)
    }

    // MARK: Differences

    @Test func `a resumed rebuild ahead of the live model waits for it before comparing`() async throws {
        try await fill()
        for _ in 0..<4 { try await store.happen() }
        let runner = runner()
        let task = Task {
            try await runner.rebuild { applied, _ in if applied == 8 { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let found = Mutex<[String]>([])
        try await self.runner().rebuild(report: { difference in
            found.withLock { $0.append(difference.description) }
        })
        #expect(found.withLock { $0 } == ["extra: planted 9"])
    }
}
