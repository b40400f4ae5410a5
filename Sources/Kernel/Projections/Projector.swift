import DomainKit
import Logging
import Nacre

/// A projection with its runner.
struct Projector: ReadModelUpdating {
    let name: String
    let runner: ProjectionRunner
    private let projection: any Projection
    private let store: any EventStore

    init(
        _ projection: any Projection, store: any EventStore, models: any ReadModelStore, time: any TimeSource,
        observer: (any ProjectionObserver)?, logger: Logger
    ) {
        name = projection.name
        self.projection = projection
        self.store = store
        runner = ProjectionRunner(
            projection: projection, store: store, models: models, time: time, observer: observer
        ) { notice in
            logger.warning("\(notice.description)", metadata: ["projection": "\(notice.projection)"])
        }
    }

    var schemaVersion: Int { runner.schemaVersion }

    var definition: ProjectionDefinition? { runner.definition }

    func bringUpToDate() async throws -> Position {
        try await runner.bringUpToDate()
    }

    func discard(because error: EventStoreError) async throws {
        try await runner.discard(because: error)
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
        let beside = ProjectionRunner(projection: projection, store: store, models: scratch)
        do {
            position = try await runner.compare(rebuildingIn: scratch, progress: progress, report: report)
            _ = try await beside.catchUp()
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            misfit = .damaged
        } catch let error as EventStoreError where error.code == .projectionHalted {
            // It is kept with the model that was made, and part of the status.
        }
        return ProjectionStatus(
            name: name, schemaVersion: projection.schemaVersion, position: position, head: try await store.head(),
            misfit: misfit, halt: try await beside.status().halt)
    }
}
