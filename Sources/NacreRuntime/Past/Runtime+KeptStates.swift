import Logging
public import Nacre

extension Runtime {
    /// The kept states, of this program's projections and of others, by projection and position.
    ///
    /// - Returns: The states; empty for a store without files.
    /// - Throws: `EventStoreError` if they cannot be listed.
    public func keptStates() async throws -> [KeptState] {
        try await storage.withKept { try $0.states() } ?? []
    }

    /// Keeps the states of a read model at intervals of the log, so that questions about the past start there.
    ///
    /// Kept are the states at the multiples of the interval, up to the head, that are not kept yet. Each begins with
    /// the one before it. States that do not fit the projection or the log are removed, and so are the ones that are
    /// too many for the limits, closest neighbours first.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - interval: The number of events between two states; lengthened to a multiple of it if there would be too
    ///     many.
    ///   - limits: The bounds of what is kept.
    ///   - progress: Called with the applied position and the last one that is kept.
    /// - Returns: The states of the projection, and the interval at which new ones were kept.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection, the interval is 0, or the store
    ///   has no files; `projectionHalted` if the projection halts at an event: the states before it are kept; other
    ///   codes if the log cannot be read or a state cannot be written. `CancellationError` if cancelled.
    @discardableResult
    public func keepStates(
        of name: String, every interval: UInt64, limits: KeptStateLimits = KeptStateLimits(),
        progress: (@Sendable (_ applied: Position, _ last: Position) -> Void)? = nil
    ) async throws -> (states: [KeptState], interval: UInt64) {
        let projector = try projector(name)
        guard interval > 0 else {
            throw EventStoreError(.invalidArgument, "the interval is 0: states are kept every n events, n at least 1")
        }
        guard storage.kept != nil else {
            throw EventStoreError(.invalidArgument, "this store has no files in which states could be kept")
        }
        let head = try await store.head()
        let interval = limits.interval(atLeast: interval, upTo: head)
        try await removeUnfit(of: projector)
        for target in stride(from: interval, through: head, by: UInt64.Stride(clamping: interval)) {
            let starts = try await starts(of: projector, upTo: target)
            guard starts.last?.state.position != target else { continue }
            try await keep(projector, at: target, from: starts) { applied, _ in
                progress?(applied, head - head % interval)
            }
            try await thin(name, limits)
        }
        return (try await states(of: name), interval)
    }

    /// The same features on the same store, with a temporary place for kept states instead of the store's own.
    ///
    /// Questions about the past that the result answers start at its states. It is closed by closing this one.
    ///
    /// - Returns: The features; `nil` if the store has no files.
    /// - Throws: An error if the place cannot be created.
    package func keepingTemporarily() async throws -> Runtime? {
        try await storage.keepingTemporarily().map { Runtime(self, with: $0) }
    }

    /// Removes kept states.
    ///
    /// - Parameter name: The name of the read model, which may be another program's; `nil` for all.
    /// - Returns: The states that were removed.
    /// - Throws: `EventStoreError` if one cannot be removed.
    @discardableResult
    public func removeKeptStates(of name: String? = nil) async throws -> [KeptState] {
        try await storage.withKept { kept in
            let states = try kept.states().filter { name == nil || $0.model == name }
            for state in states { try kept.remove(state) }
            return states
        } ?? []
    }

    /// Verifies that the kept states are what was kept.
    ///
    /// - Parameter report: Called with each state, and what is wrong with it; `nil` for a sound one.
    /// - Throws: `EventStoreError` if they cannot be listed.
    package func verifyKeptStates(_ report: @escaping @Sendable (KeptState, String?) -> Void) async throws {
        _ = try await storage.withKept { kept in
            for state in try kept.states() {
                do {
                    try kept.verify(state)
                    report(state, nil)
                } catch {
                    report(state, "\(error)")
                }
            }
        }
    }

    // MARK: Starting from a kept state

    /// The kept states with which a question about a position may start, by position.
    func starts(of projector: Projector, upTo position: Position) async throws -> [KeptStart] {
        try await starts(of: projector, upTo: position, among: states(of: projector.name))
    }

    private func starts(
        of projector: Projector, upTo position: Position, among states: [KeptState]
    ) async throws -> [KeptStart] {
        let projection = projector.projection
        let states = states.filter {
            $0.schemaVersion == projection.schemaVersion && $0.position <= position
        }
        guard !states.isEmpty else { return [] }
        let skipped = try await skippedPositions(of: projector)
        var starts: [KeptStart] = []
        for state in states where state.skips == skipped.count(where: { $0 <= state.position }) {
            let expected = ReadModelState(
                schemaVersion: projection.schemaVersion, checkpoint: try await store.checkpoint(at: state.position),
                definition: projection.definition)
            starts.append(KeptStart(state, expecting: expected))
        }
        return starts
    }

    /// Reports a kept state that is not used, and removes one that is damaged or unfit.
    func pass(over state: KeptState, because error: any Error) {
        logger.warning(
            "the kept state of projection \(state.model) at position \(state.position) is not used: \(error)")
        guard (error as? EventStoreError)?.code == .damaged else { return }
        do {
            try storage.kept?.remove(state)
        } catch {
            logger.warning("it cannot be removed: \(error)")
        }
    }

    // MARK: Keeping

    private func keep(
        _ projector: Projector, at position: Position, from starts: [KeptStart],
        progress: @escaping @Sendable (Position, Position) -> Void
    ) async throws {
        let projection = projector.projection
        let draft = try await draft(of: projector, from: starts)
        do {
            let model = PastReadModel(
                of: projection, at: position, in: store, models: draft.models, progress: progress)
            _ = try await model.bringUpToDate()
            let skips = try await skippedPositions(of: projector).count { $0 <= position }
            _ = try await storage.withKept { _ in
                try draft.keep(
                    model: projection.name, schemaVersion: projection.schemaVersion, at: position, skips: skips)
            }
        } catch {
            draft.discard()
            throw error
        }
    }

    /// A draft that begins with the last state that fits.
    private func draft(of projector: Projector, from starts: [KeptStart]) async throws -> any KeptStateDraft {
        let draft = try await storage.withKept { [pass = pass(over:because:)] kept in
            for start in starts.reversed() {
                do {
                    let draft = try kept.draft(from: start.state)
                    if try start.fits(draft.models) { return draft }
                    draft.discard()
                    throw KeptStart.unfit(start.state)
                } catch {
                    pass(start.state, error)
                }
            }
            return try kept.draft(from: nil)
        }
        guard let draft else { throw EventStoreError(.invalidArgument, "this store has no files") }
        return draft
    }

    /// Removes the states of earlier versions of a projection, and those that are damaged or do not fit the log.
    private func removeUnfit(of projector: Projector) async throws {
        // One listing: a state that another process keeps meanwhile is not judged.
        let listed = try await states(of: projector.name)
        let fitting = try await Set(starts(of: projector, upTo: store.head(), among: listed).map(\.state))
        let version = projector.projection.schemaVersion
        // A newer program's states are left to it.
        for state in listed where state.schemaVersion <= version {
            _ = try await storage.withKept { [pass = pass(over:because:)] kept in
                do {
                    guard fitting.contains(state) else { throw KeptStart.unfit(state) }
                    try kept.verify(state)
                } catch {
                    pass(state, error)
                }
            }
        }
    }

    private func thin(_ name: String, _ limits: KeptStateLimits) async throws {
        _ = try await storage.withKept { kept in
            let states = try kept.states()
            let others = states.reduce(0) { $0 + ($1.model == name ? 0 : $1.bytes) }
            for state in limits.excess(of: states.filter { $0.model == name }, besides: others) {
                try kept.remove(state)
            }
        }
    }

    private func states(of name: String) async throws -> [KeptState] {
        try await keptStates().filter { $0.model == name }
    }

    /// The positions of the events that this version of a projection skips.
    private func skippedPositions(of projector: Projector) async throws -> [Position] {
        try await projector.runner.skips().filter { $0.schemaVersion == projector.projection.schemaVersion }
            .map(\.position)
    }
}
