import Nacre
import Synchronization

extension EventSearch {
    /// Passes all events to a state, in the order of the log and where possible in place.
    ///
    /// - Parameters:
    ///   - state: The state before the first event.
    ///   - progress: Called with the number of events read, and of how many.
    ///   - merge: Adds the state after later events, which began with `state` too. If it is given, parts of the log are
    ///     read at the same time.
    ///   - update: Changes the state by an event.
    /// - Returns: The state after the last event.
    /// - Throws: `EventStoreError`; ``CommandError``.
    func fold<State: Sendable>(
        into state: State, progress: (_ read: UInt64, _ total: UInt64) -> Void = { _, _ in },
        merging merge: ((inout State, State) -> Void)? = nil,
        _ update: @escaping @Sendable (inout State, EventView) -> Void
    ) async throws -> State {
        guard isScanned, let log = store.mappedLog else {
            let folded = FoldedState(state)
            try await forEach(progress: progress) { event in folded.update { update(&$0, event.view) } }
            return folded.value
        }
        let range = try await range()
        let count = merge == nil ? 1 : readers
        var parts = Self.divided(range, into: count).map { FoldedPart(range: $0, state: state) }
        var failure: (any Error)?
        // All parts are read at the same pace; beyond what cannot be read, nothing is.
        while parts.contains(where: \.isOpen) {
            let batches = parts.map { $0.next(batch.events) }
            let failed = try await withThrowingTaskGroup(of: (Int, (any Error)?).self) { group in
                for (index, batch) in batches.enumerated() where !batch.isEmpty {
                    let part = parts[index]
                    group.addTask { [criteria] in
                        do {
                            try await part.read(batch, of: log, criteria, update)
                            return (index, nil)
                        } catch {
                            return (index, error)
                        }
                    }
                }
                return try await group.reduce(into: [Int: any Error]()) { $0[$1.0] = $1.1 }
            }
            for index in parts.indices { parts[index].position = batches[index].upperBound }
            if let first = failed.keys.min() {
                failure = failed[first]
                parts.removeSubrange(first...)
            }
            let read = parts.reduce(0) { $0 + UInt64($1.position - $1.range.lowerBound) }
            progress(read, UInt64(range.count))
            try Task.checkCancellation()
        }
        if let failure { throw failure }
        guard var whole = parts.first?.state.value else { return state }
        for part in parts.dropFirst() { merge?(&whole, part.state.value) }
        return whole
    }

    /// A range in parts of about the same length.
    private static func divided(_ range: Range<Position>, into count: Int) -> [Range<Position>] {
        let length = UInt64(range.count)
        return (0..<UInt64(count)).map { index in
            range.lowerBound + length * index / UInt64(count)..<range.lowerBound + length * (index + 1) / UInt64(count)
        }
    }
}

/// A part of a log that is folded by itself.
private struct FoldedPart<State: Sendable>: Sendable {
    let range: Range<Position>
    let state: FoldedState<State>

    /// For reading many events without waiting on the cooperative pool.
    let executor = SerialBlockingExecutor(named: "search")

    /// The first position that is not read yet.
    var position: Position

    init(range: Range<Position>, state: State) {
        self.range = range
        self.state = FoldedState(state)
        position = range.lowerBound
    }

    /// Whether there are positions that are not read yet.
    var isOpen: Bool { position < range.upperBound }

    /// The positions that are read next, at most a given number.
    func next(_ count: Position) -> Range<Position> { position..<min(position + count, range.upperBound) }

    /// Passes the events of a range that have some properties to the state, in place.
    func read(
        _ range: Range<Position>, of log: any MappedLog, _ criteria: EventCriteria,
        _ update: @escaping @Sendable (inout State, EventView) -> Void
    ) async throws {
        try await executor.run { [state] in
            try state.update { state in try criteria.scan(range, of: log) { update(&state, $0) } }
        }
    }
}

/// The state of a fold, which is changed in place, one batch after another.
private final class FoldedState<State: Sendable>: Sendable {
    private let state: Mutex<State>

    init(_ state: State) {
        self.state = Mutex(state)
    }

    var value: State { state.withLock(\.self) }

    func update(_ body: (inout State) throws -> Void) rethrows {
        try state.withLock { try body(&$0) }
    }
}

extension EventCriteria {
    /// Calls a closure with the events of a range that have the properties, in place.
    fileprivate func scan(_ range: Range<Position>, of log: any MappedLog, _ body: (EventView) -> Void) throws {
        let query = query
        try log.scan(
            after: range.lowerBound - 1,
            while: { event in
                guard event.position < range.upperBound else { return false }
                if query.matches(event), matchesRest(event) { body(event) }
                return true
            })
    }
}
