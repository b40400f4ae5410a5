import Nacre
import NacreRuntime

/// What a stepping view goes through: a stream, the events of a read model, or the whole log.
struct StepTarget: Hashable, Sendable {
    /// The stream; `nil` for the whole log.
    let stream: StreamName?

    /// The projection whose rows are shown; `nil` for the states of streams.
    let projection: String?

    /// Calls a closure with a session, which is invalid after the closure returns.
    ///
    /// - Parameters:
    ///   - runtime: The program's features on the store.
    ///   - progress: Called while a read model is built.
    ///   - body: The closure.
    /// - Throws: `EventStoreError`; errors of `body`.
    func withSession(
        in runtime: Runtime, progress: @escaping @Sendable (Position, Position) -> Void,
        _ body: (StepSession) async throws -> Void
    ) async throws {
        let head = try await runtime.store.head()
        guard let projection else {
            return try await body(StepSession(through: StateSteps(of: stream, in: runtime), upTo: head))
        }
        try await runtime.walk(through: projection) { walk in
            let steps = RowSteps(of: projection, walk, in: runtime.store, progress: progress)
            try await body(StepSession(through: steps, upTo: head))
        }
    }

    /// Shows the events on the whole screen of the terminal, which is given back however the work ends.
    ///
    /// - Parameters:
    ///   - runtime: The program's features on the store.
    ///   - action: The action that goes to the event shown first.
    /// - Throws: ``FileError``; ``Interruption``; `EventStoreError`.
    func view(in runtime: Runtime, beginningWith action: StepAction) async throws {
        let terminal = try RawTerminal()
        defer { terminal.end() }
        try await Interruption.runInterruptibly(writingTo: Console.standard.output) {
            let progress = StepProgress(on: terminal)
            try await withSession(in: runtime, progress: { progress.update($0, of: $1) }) { session in
                var view = StepView(session, on: terminal)
                try await view.run(beginningWith: action)
            }
        }
    }
}
