import Logging
import Nacre
import Synchronization

/// A projection with its runner, which remembers what halted it.
final class Projector: ReadModelUpdating {
    let name: String
    let runner: ProjectionRunner
    private let halt = Mutex<EventStoreError?>(nil)

    init(
        _ projection: any Projection, store: any EventStore, models: any ReadModelStore,
        logger: Logger
    ) {
        name = projection.name
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
