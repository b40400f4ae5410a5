import Nacre
import NacreLMDB
import Synchronization

/// An engine in which another process has kept a state just after the kept states were listed first.
struct LateStateEngine: StorageEngine {
    let path: String

    /// The position of that state.
    let late: Position

    func open(for purpose: StoragePurpose) async throws -> Storage {
        let engine = LMDBEngine(at: path, options: .init(mapSize: 64 << 20, derivedMapSize: 32 << 20))
        let storage = try await engine.open(for: purpose)
        return Storage(
            store: storage.store, models: storage.models, kept: storage.kept.map { LateStates(base: $0, late: late) })
    }
}

private final class LateStates: KeptStateStore {
    private let base: any KeptStateStore
    private let late: Position
    private let isListed = Mutex(false)

    init(base: any KeptStateStore, late: Position) {
        self.base = base
        self.late = late
    }

    func states() throws -> [KeptState] {
        let isFirst = isListed.withLock { isListed in
            defer { isListed = true }
            return !isListed
        }
        return try base.states().filter { !isFirst || $0.position != late }
    }

    func copy(of state: KeptState) throws -> any ReadModelStore { try base.copy(of: state) }
    func draft(from state: KeptState?) throws -> any KeptStateDraft { try base.draft(from: state) }
    func remove(_ state: KeptState) throws { try base.remove(state) }
    func verify(_ state: KeptState) throws { try base.verify(state) }
}
