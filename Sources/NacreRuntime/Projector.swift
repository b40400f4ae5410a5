import Logging
import Nacre

/// A projection with its runner.
struct Projector {
    let projection: any Projection
    let runner: ProjectionRunner
    private let store: any EventStore

    init(_ projection: any Projection, on storage: Storage, logger: Logger) {
        self.projection = projection
        store = storage.store
        runner = ProjectionRunner(
            projection: projection, store: storage.store, models: storage.models, time: storage.time,
            observer: storage.observer
        ) { notice in
            logger.warning("\(notice.description)", metadata: ["projection": "\(notice.projection)"])
        }
    }

    var name: String { projection.name }

    /// Builds the model again beside the live one, which is not changed, and reports how that differs where it stands.
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
