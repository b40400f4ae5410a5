import Nacre
import NacreTesting

/// Planted: a runner that reads its checkpoint outside of the transaction in which it writes.
enum CarelessProjection {
    static func run(_ projection: LedgerProjection, _ program: ProjectionScenario.Program) async throws {
        let (store, models) = (program.store, program.models)
        while true {
            let state = try models.read(projection.name) { try $0.state() }
            let position = state?.checkpoint.position ?? 0
            let events = try await store.readLog(.forward(after: position), matching: .all, limit: 3).collect()
            if let last = events.last {
                let checkpoint = try await store.checkpoint(at: last.position)
                try models.write(projection.name) { model in
                    for event in events where projection.query.matches(event) {
                        try projection.apply(event.view, to: model)
                    }
                    try model.setState(
                        ReadModelState(schemaVersion: projection.schemaVersion, checkpoint: checkpoint))
                }
            } else {
                try await LogChanges(of: store).waitForChange(after: position)
            }
        }
    }
}

/// Planted: after finding damage, the runner discards the present model, as `ProjectionRunner` once did, although
/// another program may have rebuilt it meanwhile.
struct CarelessDiscarding: ReadModelUpdating {
    let runner: ProjectionRunner
    let program: ProjectionScenario.Program

    var schemaVersion: Int { runner.schemaVersion }

    func bringUpToDate() async throws -> Position {
        while true {
            do {
                return try await runner.catchUp()
            } catch let error as EventStoreError where error.isReadModelDamage {
                try await discard(because: error)
            }
        }
    }

    func discard(because error: EventStoreError) async throws {
        try await program.world.pause("discards")
        try program.models.write("ledgers") { try $0.removeAll() }
    }
}
