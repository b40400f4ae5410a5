import Nacre
import NacreRuntime

/// Answers questions about the past of read models quickly, after the first one.
///
/// Unless the store keeps states of a read model, the first question about it keeps some in a temporary place.
actor PastStates {
    // INSP-10: The first question about the past of a read model keeps states of it in a temporary place.

    /// About how many states are kept of a read model: so many that few events are applied between two of them.
    private static let states: UInt64 = 32

    /// The greatest size of all of them, in bytes.
    private static let mostBytes: UInt64 = 4 << 30

    private let runtime: Runtime
    private let quickEvents: UInt64
    private var temporary: Runtime?
    private var keeping: [String: Task<Void, any Error>] = [:]

    /// - Parameters:
    ///   - runtime: The features on the store.
    ///   - quickEvents: The number of events that are applied without noticing.
    init(of runtime: Runtime, quickEvents: UInt64 = 200_000) {
        self.runtime = runtime
        self.quickEvents = quickEvents
    }

    /// The features whose questions about a read model are answered quickly.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - progress: Called while states are kept.
    ///   - notice: Called with the error if states cannot be kept: the question then takes longer.
    /// - Returns: The features.
    /// - Throws: Errors of the store; of keeping states only `CancellationError`.
    func runtime(
        for name: String, progress: @escaping @Sendable (Position, Position) -> Void,
        notice: (any Error) -> Void = { _ in }
    ) async throws -> Runtime {
        let head = try await runtime.store.head()
        guard head > quickEvents else { return runtime }
        if try await runtime.keptStates().contains(where: { $0.model == name }) { return runtime }
        if temporary == nil { temporary = try await runtime.keepingTemporarily() }
        guard let temporary else { return runtime }
        if keeping[name] == nil {
            keeping[name] = Task {
                let limits = KeptStateLimits(states: Int(Self.states), bytes: Self.mostBytes)
                try await temporary.keepStates(
                    of: name, every: max(1, head / Self.states), limits: limits, progress: progress)
            }
        }
        guard let task = keeping[name] else { return temporary }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            // What was kept by then is used. Another caller may have cancelled the work.
            keeping[name] = nil
            try Task.checkCancellation()
            if !(error is CancellationError) { notice(error) }
        }
        return temporary
    }
}
