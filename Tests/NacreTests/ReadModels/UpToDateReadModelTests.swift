import Nacre
import Synchronization
import Testing

@Suite
struct UpToDateReadModelTests {
    private let store = InMemoryReadModelStore()

    @Test
    func `a model is brought up to date before it is read`() async throws {
        let update = ScriptedUpdate(in: store) { _ in 3 }
        let position = try await UpToDateReadModel("m", in: store, updatedBy: update).read { reader in
            try reader.state()?.checkpoint.position
        }
        #expect(position == 3)
        #expect(update.calls == 1)
    }

    @Test
    func `a model that is at the head is read as it is, and one in any other state is not`() async throws {
        let head = Checkpoint(storeID: StoreID(EventID(high: 0, low: 0)), position: 7, fingerprint: 1)
        let update = ScriptedUpdate(in: store, head: head) { _ in 9 }
        let model = UpToDateReadModel("m", in: store, updatedBy: update)
        try store.write("m") { try $0.setState(ReadModelState(schemaVersion: 1, checkpoint: head)) }
        #expect(try await model.read { try $0.state()?.checkpoint } == head)
        #expect(update.calls == 0)
        let others = [
            ReadModelState(schemaVersion: 2, checkpoint: head),
            ReadModelState(
                schemaVersion: 1, checkpoint: Checkpoint(storeID: head.storeID, position: 7, fingerprint: 2)),
            ReadModelState(
                schemaVersion: 1, checkpoint: Checkpoint(storeID: head.storeID, position: 6, fingerprint: 1)),
        ]
        for (index, state) in others.enumerated() {
            try store.write("m") { try $0.setState(state) }
            #expect(try await model.read { try $0.state()?.checkpoint.position } == 9)
            #expect(update.calls == index + 1)
        }
    }

    @Test
    func `a model discarded meanwhile is brought up to date again`() async throws {
        let update = ScriptedUpdate(in: store) { call in call == 3 ? 5 : nil }
        let position = try await UpToDateReadModel("m", in: store, updatedBy: update).read { reader in
            try reader.state()?.checkpoint.position
        }
        #expect(position == 5)
        #expect(update.calls == 3)
    }

    @Test
    func `a model discarded again and again is an error, not an old answer`() async throws {
        let update = ScriptedUpdate(in: store) { _ in nil }
        let error = await #expect(throws: EventStoreError.self) {
            try await UpToDateReadModel("m", in: store, updatedBy: update).read { _ in Issue.record("looked at it") }
        }
        #expect(error?.code == .inputOutput)
    }

    @Test
    func `a model that another program replaces with its own rows is not read`() async throws {
        let store = store
        let update = ScriptedUpdate(in: store) { call in
            guard call > 1 else { return nil }
            return 5
        }
        try store.write("m") {
            let checkpoint = Checkpoint(storeID: StoreID(EventID(high: 0, low: 0)), position: 7, fingerprint: 0)
            try $0.setState(ReadModelState(schemaVersion: 2, checkpoint: checkpoint))
        }
        let version = try await UpToDateReadModel("m", in: store, updatedBy: update).read { reader in
            try reader.state()?.schemaVersion
        }
        #expect(version == 1)
        #expect(update.calls == 2)
    }

    @Test
    func `a damaged model is discarded and read again`() async throws {
        let update = ScriptedUpdate(in: store) { _ in 1 }
        let looks = Mutex(0)
        try await UpToDateReadModel("m", in: store, updatedBy: update).read { _ in
            let look = looks.withLock { looks in
                looks += 1
                return looks
            }
            if look == 1 { throw EventStoreError.damagedReadModel("for the test") }
        }
        #expect(looks.withLock { $0 } == 2)
        #expect(update.discards == 1)
    }

    @Test
    func `damage of the log discards nothing`() async throws {
        let update = ScriptedUpdate(in: store) { _ in 1 }
        let error = await #expect(throws: EventStoreError.self) {
            try await UpToDateReadModel("m", in: store, updatedBy: update).read { _ in
                throw EventStoreError(.damaged, "a block is damaged", position: 1)
            }
        }
        #expect(error?.position == 1)
        #expect(update.discards == 0)
    }
}

/// Records that a model has reached a position, or only reports it, as if the model had been discarded since.
private final class ScriptedUpdate: ReadModelUpdating {
    private let store: InMemoryReadModelStore
    private let head: Checkpoint?
    private let position: @Sendable (Int) -> Position?
    private let counts = Mutex((calls: 0, discards: 0))

    init(
        in store: InMemoryReadModelStore, head: Checkpoint? = nil,
        position: @escaping @Sendable (_ call: Int) -> Position?
    ) {
        self.store = store
        self.head = head
        self.position = position
    }

    let schemaVersion = 1
    var calls: Int { counts.withLock { $0.calls } }
    var discards: Int { counts.withLock { $0.discards } }

    func currentCheckpoint() async throws -> Checkpoint? { head }

    func bringUpToDate() async throws -> Position {
        let call = counts.withLock { counts in
            counts.calls += 1
            return counts.calls
        }
        guard let position = position(call) else { return 1 }
        let checkpoint = Checkpoint(
            storeID: StoreID(EventID(high: 0, low: 0)), position: position, fingerprint: 0)
        try store.write("m") { try $0.setState(ReadModelState(schemaVersion: 1, checkpoint: checkpoint)) }
        return position
    }

    func discard(because error: EventStoreError) async throws {
        counts.withLock { $0.discards += 1 }
    }
}
