import Foundation
import Nacre
import Synchronization

/// Records the position of every written state, and may run a body before a write.
final class WatchedReadModelStore: ReadModelStore {
    private let base: InMemoryReadModelStore
    private let positions = Mutex<[Position]>([])
    private let pendingChange = Mutex<PendingChange?>(nil)
    private let pause: TimeInterval

    private struct PendingChange {
        var writesBefore: Int
        let body: @Sendable (InMemoryReadModelStore) throws -> Void
    }

    /// Watches a store.
    ///
    /// - Parameters:
    ///   - base: The store.
    ///   - pause: The minimum time of a write, in seconds.
    init(_ base: InMemoryReadModelStore = InMemoryReadModelStore(), pause: TimeInterval = 0) {
        self.base = base
        self.pause = pause
    }

    var projections: ProjectionRegistry { base.projections }

    var writtenPositions: [Position] { positions.withLock { $0 } }

    /// Changes the models just before the next write, or a later one; once.
    func runBeforeWrite(
        afterWrites writes: Int = 0, _ body: @escaping @Sendable (InMemoryReadModelStore) throws -> Void
    ) {
        pendingChange.withLock { $0 = PendingChange(writesBefore: writes, body: body) }
    }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        let due = pendingChange.withLock { pendingChange in
            if pendingChange?.writesBefore == 0 { return pendingChange.take() }
            pendingChange?.writesBefore -= 1
            return nil
        }
        try due?.body(base)
        let before = try base.state(of: model)
        let result = try base.write(model) { writer in
            let result = try body(writer)
            if pause > 0 { Thread.sleep(forTimeInterval: pause) }
            return result
        }
        let after = try base.state(of: model)
        if let after, after != before { positions.withLock { $0.append(after.checkpoint.position) } }
        return result
    }

    func names() throws -> [String] { try base.names() }

    func close() { base.close() }
}
