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

    /// Rebuilds the model beside the live one, which does not change, and reports how they differ at the live model's
    /// position.
    ///
    /// The rebuilt model then continues to the head, to find out whether an event halts it.
    func compare(
        rebuildingIn scratch: any ReadModelStore, progress: ((Position, Position) -> Void)?,
        report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> ProjectionStatus {
        var position: Position = 0
        var misfit: ProjectionNotice.Reason?
        let beside = ProjectionRunner(projection: projection, store: store, models: scratch)
        do {
            position = try await runner.compare(rebuildingIn: scratch, progress: progress, report: report)
            do {
                _ = try await beside.catchUp()
            } catch let error as EventStoreError where error.code == .projectionHalted {
                // The halt is stored with the rebuilt model and appears in the status below.
            }
        } catch let error as EventStoreError where error.isReadModelDamage {
            misfit = .damaged
        }
        return ProjectionStatus(
            name: name, schemaVersion: projection.schemaVersion, position: position, head: try await store.head(),
            misfit: misfit, halt: try await beside.status().halt)
    }
}
