import Logging
import Nacre
import Synchronization

/// A projection with its runner, which remembers what halted it.
final class Projector: ReadModelUpdating {
    let name: String
    let runner: ProjectionRunner
    private let projection: any Projection
    private let store: any EventStore
    private let halt = Mutex<EventStoreError?>(nil)

    init(
        _ projection: any Projection, store: any EventStore, models: any ReadModelStore,
        logger: Logger
    ) {
        name = projection.name
        self.projection = projection
        self.store = store
        runner = ProjectionRunner(projection: projection, store: store, models: models) { notice in
            logger.warning("\(notice.description)", metadata: ["projection": "\(notice.projection)"])
        }
    }

    func bringUpToDate() async throws -> Position {
        try await catchUp(progress: nil)
    }

    func discard(because error: EventStoreError) async throws {
        try await runner.discard(because: error)
    }

    func catchUp(progress: ((Position, Position) -> Void)?) async throws -> Position {
        try await remembering { try await runner.catchUpMending(progress: progress) }
    }

    func rebuild(progress: ((Position, Position) -> Void)?) async throws -> Position {
        try await remembering { try await runner.rebuild(progress: progress) }
    }

    func status() async throws -> ProjectionStatus {
        var status = try await runner.status()
        status.halt = halt.withLock { $0 }
        return status
    }

    /// Makes the model anew beside the live one, which is not changed, and reports how that differs where it stands.
    ///
    /// The new one then goes on to the head, to see whether anything halts it.
    func compare(
        rebuildingIn scratch: any ReadModelStore, progress: ((Position, Position) -> Void)?,
        report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> ProjectionStatus {
        var position: Position = 0
        var misfit: ProjectionNotice.Reason?
        do {
            position = try await runner.compare(rebuildingIn: scratch, progress: progress, report: report)
            let beside = ProjectionRunner(projection: projection, store: store, models: scratch)
            _ = try await remembering { try await beside.catchUp() }
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            misfit = .damaged
        } catch let error as EventStoreError where error.code == .projectionHalted {
            // It is remembered, and part of the status.
        }
        return ProjectionStatus(
            name: name, schemaVersion: projection.schemaVersion, position: position, head: try await store.head(),
            misfit: misfit, halt: halt.withLock { $0 })
    }

    private func remembering(_ body: () async throws -> Position) async throws -> Position {
        do {
            let position = try await body()
            halt.withLock { $0 = nil }
            return position
        } catch let error as EventStoreError where error.code == .projectionHalted {
            halt.withLock { $0 = error }
            throw error
        }
    }
}
