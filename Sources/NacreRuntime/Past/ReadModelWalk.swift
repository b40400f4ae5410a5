package import Nacre
import Synchronization

/// Goes through the changes of a read model event by event, forward and backward.
package struct ReadModelWalk: Sendable {
    /// The number of events whose changes are kept, and observed at least when going back.
    package static let window: Position = 512

    private let name: String
    private let observed: ObservedProjection
    private let store: any EventStore
    private let models: any ReadModelStore
    private let recorder = Recorder()
    private var applied: Position = 0

    init(of projection: any Projection, in store: any EventStore, models: any ReadModelStore) {
        name = projection.name
        self.store = store
        self.models = models
        observed = ObservedProjection(projection) { [recorder] event, changes in
            recorder.add(changes, of: event.position)
        }
    }

    /// The events that the projection applies.
    package var query: Query { observed.query }

    /// The rows that an event changed.
    ///
    /// Forward, the events since the last call are applied. Backward beyond the kept events, the read model is built
    /// from the beginning of the log.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - progress: Called while the model is built, with the applied position and the position at which the build
    ///     ends.
    /// - Returns: The rows, ordered as the projection wrote them.
    /// - Throws: `EventStoreError`: `projectionHalted` if the projection halts at the event or before it; other codes if
    ///   the log cannot be read or the temporary file cannot be written. Errors of decoding a row.
    package mutating func changes(
        by position: Position, progress: (@Sendable (Position, Position) -> Void)? = nil
    ) async throws -> [RowDifference] {
        if applied < position || !recorder.covers(position) {
            let start = position > Self.window ? position - Self.window : 0
            if applied >= position {
                try models.write(name) { try $0.removeAll() }
                recorder.restart(after: 0)
                applied = 0
            }
            if applied < start {
                recorder.restart(after: start)
                try await bringUp(observed.base, to: start, progress)
            }
            try await bringUp(observed, to: position, progress)
            applied = position
        }
        return try recorder.changes(by: position).filter { change in
            observed.tables.contains { $0.number == change.table }
        }.map { change in
            try RowDifference(
                DifferingRow(
                    place: .init(table: change.table, key: change.key), before: change.before, after: change.after),
                of: observed.base)
        }
    }

    private func bringUp(
        _ projection: any Projection, to position: Position, _ progress: (@Sendable (Position, Position) -> Void)?
    ) async throws {
        let model = PastReadModel(of: projection, at: position, in: store, models: models, progress: progress)
        _ = try await model.bringUpToDate()
    }
}

/// The changes of the last events.
private final class Recorder: Sendable {
    private struct State {
        /// The changes of all observed events after this position are known.
        var start: Position = 0
        var changes: [Position: [ObservedProjection.Change]] = [:]
    }

    private let state = Mutex(State())

    func add(_ changes: [ObservedProjection.Change], of position: Position) {
        state.withLock { state in
            state.changes[position] = changes
            // Twice as many, so that they are rarely looked through.
            guard state.changes.count > 2 * Int(ReadModelWalk.window) else { return }
            let kept = state.changes.keys.sorted().suffix(Int(ReadModelWalk.window))
            state.start = kept.first.map { $0 - 1 } ?? position
            state.changes = state.changes.filter { $0.key > state.start }
        }
    }

    func restart(after position: Position) {
        state.withLock { $0 = State(start: position) }
    }

    func covers(_ position: Position) -> Bool { state.withLock { position > $0.start } }

    func changes(by position: Position) -> [ObservedProjection.Change] { state.withLock { $0.changes[position] ?? [] } }
}

extension Runtime {
    /// Calls a closure with a walk through the changes of a read model, which is built in a temporary store.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - body: The closure; the walk is invalid after it returns.
    /// - Returns: The result of `body`.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; other codes if the temporary store
    ///   cannot be created. Errors of `body`.
    package func walk<Result>(
        through name: String, _ body: (ReadModelWalk) async throws -> Result
    ) async throws -> Result {
        let projection = try projector(name).projection
        return try await storage.withScratchModels { models in
            try await body(ReadModelWalk(of: projection, in: store, models: models))
        }
    }
}
