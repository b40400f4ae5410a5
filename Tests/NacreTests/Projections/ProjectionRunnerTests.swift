import Nacre
import Synchronization
import Testing

@Suite struct ProjectionRunnerTests {
    let store = InMemoryEventStore()
    let models = WatchedReadModelStore()

    private func runner(
        _ projection: CountingProjection = .init(), events: Int = 2_000, bytes: Int = 4 << 20
    ) -> ProjectionRunner {
        ProjectionRunner(
            projection: projection, store: store, models: models,
            batchSize: .untimed(events: events, bytes: bytes))
    }

    @Test func `a model is brought up to the head`() async throws {
        try await store.happen(3)
        try await store.happen(2, in: "b-1")
        #expect(try await runner().catchUp() == 5)
        #expect(try models.counts() == ["a-1": 3, "b-1": 2])
        let checkpoint = try await store.checkpoint(at: 5)
        let expected = ReadModelState(
            schemaVersion: 1, checkpoint: checkpoint, definition: CountingProjection().definition)
        #expect(try models.state() == expected)
    }

    @Test func `an empty log leaves a model unchanged`() async throws {
        #expect(try await runner().catchUp() == 0)
        #expect(try models.state() == nil)
    }

    @Test func `each event takes effect once, however often the model catches up`() async throws {
        let runner = runner(events: 4)
        for round in 1...10 {
            try await store.happen(round)
            for _ in 0..<2 { try await runner.catchUp() }
        }
        #expect(try models.counts() == ["a-1": 55])
    }

    @Test func `a batch ends with a commit, even if the commit is longer than the batch`() async throws {
        for count in [1, 1, 1, 5, 2, 1] { try await store.happen(count) }
        try await runner(events: 2).catchUp()
        #expect(models.writtenPositions == [2, 8, 10, 11])
    }

    @Test func `a batch ends at its limit of bytes`() async throws {
        for _ in 0..<4 {
            try await store.append([EventData(type: "T", data: [1, 2, 3], metadata: [4, 5])], to: "a-1")
        }
        try await runner(bytes: 6).catchUp()
        #expect(models.writtenPositions == [2, 4])
    }

    @Test func `the checkpoint advances over events that the query does not match`() async throws {
        try await store.happen(1, "Wanted")
        try await store.happen(6, "Other")
        var projection = CountingProjection()
        projection.query = .types("Wanted")
        #expect(try await runner(projection, events: 2).catchUp() == 7)
        #expect(try models.counts(1) == ["Wanted": 1])
        #expect(try models.state()?.checkpoint.position == 7)
    }

    @Test func `a model that has reached the requested position is left alone`() async throws {
        try await store.happen(3)
        try await runner().catchUp()
        try await store.happen()
        #expect(try await runner().catchUp(atLeast: 3) == 3)
        #expect(try await runner().catchUp(atLeast: 4) == 4)
    }

    @Test func `catching up beyond the head is rejected`() async throws {
        try await store.happen(3)
        let error = await #expect(throws: EventStoreError.self) { try await runner().catchUp(atLeast: 4) }
        #expect(error?.code == .noSuchPosition)
    }

    @Test func `progress is reported after every transaction`() async throws {
        for _ in 0..<4 { try await store.happen() }
        var seen: [[Position]] = []
        try await runner(events: 2).catchUp { seen.append([$0, $1]) }
        #expect(seen == [[2, 4], [4, 4]])
    }

    @Test func `a slow transaction shrinks the next ones, which still keep commits whole`()
        async throws
    {
        for _ in 0..<4 { try await store.happen() }
        try await store.happen(2)
        try await store.happen(2)
        let slow = WatchedReadModelStore(pause: 0.02)
        let size = ProjectionRunner.BatchSize(events: 4, duration: .milliseconds(1))
        try await ProjectionRunner(projection: CountingProjection(), store: store, models: slow, batchSize: size)
            .catchUp()
        #expect(slow.writtenPositions == [4, 6, 8])
    }

    @Test func `slow application of events shrinks the next batches`() async throws {
        for _ in 0..<4 { try await store.happen() }
        try await store.happen(2)
        try await store.happen(2)
        var projection = CountingProjection()
        projection.pause = 0.005
        let size = ProjectionRunner.BatchSize(events: 4, gathering: .milliseconds(1))
        try await ProjectionRunner(projection: projection, store: store, models: models, batchSize: size).catchUp()
        #expect(models.writtenPositions == [4, 6, 8])
    }

    @Test func `a batch ends at its limit of rows read and changed`() async throws {
        for number in 1...5 { try await store.happen(in: "a-\(number)") }
        // The first event has two rows, for its stream and its type; every other one has one more.
        let size = ProjectionRunner.BatchSize.untimed(rows: 3)
        let applied = Mutex(0)
        var projection = CountingProjection()
        projection.applied = { applied.withLock { $0 += 1 } }
        try await ProjectionRunner(projection: projection, store: store, models: models, batchSize: size).catchUp()
        #expect(models.writtenPositions == [2, 4, 5])
        #expect(try models.counts(1) == ["Happened": 5])
        // A full batch is not gathered a second time.
        #expect(applied.withLock { $0 } == 5)
    }

    @Test func `rows of one batch are read and changed by the next, and a row is written once per batch`()
        async throws
    {
        for _ in 0..<6 { try await store.happen() }
        let counted = NotedWrites()
        try await ProjectionRunner(
            projection: CountingProjection(), store: store, models: counted,
            batchSize: .untimed(events: 3)
        ).catchUp()
        #expect(try counted.base.counts() == ["a-1": 6])
        #expect(counted.rows == 4)
    }

    @Test func `waiting can be cancelled`() async throws {
        try await store.happen()
        let runner = runner()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await runner.wait(atLeast: 1)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `waiting ends once any runner has applied the events`() async throws {
        for _ in 0..<6 { try await store.happen() }
        let checkpoint = try await store.checkpoint(at: 6)
        models.runBeforeWrite { base in
            let state = ReadModelState(
                schemaVersion: 1, checkpoint: checkpoint, definition: CountingProjection().definition)
            try base.write("counts") { try $0.setState(state) }
        }
        try await runner(events: 2).wait(atLeast: 5)
        #expect(models.writtenPositions == [])
    }

    @Test func `an empty query is rejected`() async throws {
        try await store.happen()
        var projection = CountingProjection()
        projection.query = Query([])
        let error = await #expect(throws: EventStoreError.self) { try await runner(projection).catchUp() }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `concurrent runners on one model apply each event once`() async throws {
        for _ in 0..<200 { try await store.happen(3) }
        try await withThrowingTaskGroup(of: Position.self) { group in
            for size in 1...4 {
                let runner = runner(events: size * 5)
                group.addTask { try await runner.catchUp() }
            }
            for try await position in group { #expect(position == 600) }
        }
        #expect(try models.counts() == ["a-1": 600])
    }

    @Test func `events that another runner has applied meanwhile are not applied again`() async throws {
        for _ in 0..<6 { try await store.happen() }
        let checkpoint = try await store.checkpoint(at: 4)
        models.runBeforeWrite { base in
            try base.write("counts") { writer in
                try writer.setValue(CountingProjection.bytes(4), for: [UInt8]("a-1".utf8), in: 0)
                try writer.setState(ReadModelState(schemaVersion: 1, checkpoint: checkpoint))
            }
        }
        #expect(try await runner(events: 2).catchUp() == 6)
        #expect(try models.counts() == ["a-1": 6])
    }

    @Test func `a batch based on rows that were replaced meanwhile is not written`() async throws {
        for _ in 0..<3 { try await store.happen() }
        try await runner().catchUp()
        // A wrong row, which another runner's rebuild repairs meanwhile, at the same position.
        try models.write("counts") { try $0.setValue(CountingProjection.bytes(9), for: [UInt8]("a-1".utf8), in: 0) }
        try await store.happen()
        models.runBeforeWrite { base in
            try base.write("counts") { writer in
                let state = try #require(try writer.state())
                let shadow = try writer.writableShadow()
                try shadow.setValue(CountingProjection.bytes(3), for: [UInt8]("a-1".utf8), in: 0)
                try shadow.setValue(CountingProjection.bytes(3), for: [UInt8]("Happened".utf8), in: 1)
                try shadow.setState(state)
                try writer.replaceByShadow()
            }
        }
        #expect(try await runner().catchUp() == 4)
        #expect(try models.counts() == ["a-1": 4])
        #expect(try models.counts(1) == ["Happened": 4])
    }

    @Test func `a model discarded meanwhile is rebuilt from the beginning`() async throws {
        for _ in 0..<6 { try await store.happen() }
        try await runner().catchUp(atLeast: 6)
        try await store.happen()
        models.runBeforeWrite { base in try base.write("counts") { try $0.removeAll() } }
        #expect(try await runner().catchUp() == 7)
        #expect(try models.counts() == ["a-1": 7])
    }

    @Test func `a rebuild removes rows that the log does not justify`() async throws {
        try await store.happen(3)
        try await runner().catchUp()
        try models.write("counts") { try $0.setValue([0, 9], for: [1], in: 0) }
        #expect(try await runner().rebuild() == 3)
        #expect(try models.counts() == ["a-1": 3])
    }

    @Test func `a cancelled catch-up ends between two transactions and resumes later`() async throws {
        for _ in 0..<500 { try await store.happen() }
        let runner = runner(events: 1)
        let task = Task {
            try await runner.catchUp { applied, _ in if applied == 100 { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let position = try #require(try models.state()?.checkpoint.position)
        #expect(position == 100)
        #expect(try await runner.catchUp() == 500)
        #expect(try models.counts() == ["a-1": 500])
    }
}
