import Nacre
import NacreRuntime

/// The events that a projection applies, each with the rows that it changed.
struct RowSteps: StepSource {
    private let store: any EventStore
    private let projection: String
    private let progress: @Sendable (Position, Position) -> Void
    private var walk: ReadModelWalk

    /// - Parameters:
    ///   - projection: The name of the projection.
    ///   - walk: The walk through its read model.
    ///   - store: The store.
    ///   - progress: Called while the read model is built.
    init(
        of projection: String, _ walk: ReadModelWalk, in store: any EventStore,
        progress: @escaping @Sendable (Position, Position) -> Void
    ) {
        self.projection = projection
        self.walk = walk
        self.store = store
        self.progress = progress
    }

    var title: String { "read model \(TerminalText.cell(projection))" }

    mutating func step(after position: Position) async throws -> Step? {
        try await step(of: store.readLog(.forward(after: position), matching: walk.query, limit: 1).first())
    }

    mutating func step(before position: Position) async throws -> Step? {
        guard position > 1 else { return nil }
        return try await step(
            of: store.readLog(.backward(from: position - 1), matching: walk.query, limit: 1).first())
    }

    private mutating func step(of event: RecordedEvent?) async throws -> Step? {
        guard let event else { return nil }
        return Step(
            event: event, content: .rows(try await walk.changes(by: event.position, progress: progress)))
    }
}
