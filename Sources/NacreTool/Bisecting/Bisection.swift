package import Nacre
package import NacreRuntime
import Synchronization

/// Finds the positions at which the answer to a condition changes, in one pass over the log.
package struct Bisection: Sendable {
    // FEAT-54: A condition is evaluated after each event, while a batch is applied in memory.

    let runtime: Runtime
    let condition: BisectCondition

    /// The stream whose state the condition is about; `nil` if it is about a read model.
    let stream: StreamName?

    /// The position at which the answers begin.
    let after: Position

    /// The last position.
    let until: Position

    /// The program's name.
    let tool: String

    /// Creates a bisection.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - runtime: The store with the program's features.
    ///   - stream: The stream whose state the condition is about; `nil` if it is about a read model.
    ///   - after: The position at which the answers begin.
    ///   - until: The last position.
    ///   - tool: The program's name.
    package init(
        _ condition: BisectCondition, in runtime: Runtime, stream: StreamName?, after: Position, until: Position,
        tool: String
    ) {
        self.runtime = runtime
        self.condition = condition
        self.stream = stream
        self.after = after
        self.until = until
        self.tool = tool
    }

    /// Requires that what the condition is about exists.
    ///
    /// - Returns: The fold of the stream; `nil` if the condition is about a read model.
    /// - Throws: ``CommandError`` if the stream, its decider or the projection does not exist; `EventStoreError`.
    @discardableResult
    package func requireSubject() async throws -> (any StateFolding)? {
        switch condition.subject {
        case .count(let name), .row(let name, _, _):
            try ProjectionArgument.require(name, among: runtime.models.names)
            return nil
        case .state:
            guard let stream else { return nil }
            try stream.validate(as: "stream name")
            guard try await runtime.store.version(of: stream) > 0 else {
                throw CommandError.noSuchStream(stream, tool: tool)
            }
            guard let fold = runtime.fold(for: stream.category) else {
                throw CommandError.unknown(
                    .noSuchDecider, "decider for category", stream.category, among: runtime.decidedCategories)
            }
            return fold
        }
    }

    /// The first position has been found: the pass over the log ends.
    private struct Found: Error {}

    /// Calls a closure with the answer at the beginning and with each change of it.
    ///
    /// - Parameters:
    ///   - isAll: Whether to go on after the first position at which the condition holds.
    ///   - progress: Called with the applied position and the last one.
    ///   - report: Called with each answer that differs from the one before, in the order of the log.
    /// - Returns: The reason why there may be fewer answers than expected; `nil` if there is none.
    /// - Throws: ``CommandError`` if the stream, its decider, the projection or the field does not exist;
    ///   `EventStoreError`; errors of `report`.
    func run(
        isAll: Bool, progress: @escaping @Sendable (Position, Position) -> Void = { _, _ in },
        report: @escaping @Sendable (AnswerChange) throws -> Void
    ) async throws -> Gap? {
        let answers = Answers(after: after) { change in
            try report(change)
            if !isAll, change.holds { throw Found() }
        }
        switch condition.subject {
        case .state(let path): return try await observe(path, answers).map(Gap.undecodable)
        case .count(let name):
            _ = try await observe(.count, of: name, at: "", progress, answers)
            return nil
        case .row(let name, let key, let path):
            let hasExisted = try await observe(.row(key: key), of: name, at: path, progress, answers)
            return hasExisted ? nil : .noRow(projection: name, key: key)
        }
    }

    /// - Returns: Whether there may have been what is observed.
    private func observe(
        _ subject: RowSubject, of name: String, at path: FieldPath,
        _ progress: @escaping @Sendable (Position, Position) -> Void, _ answers: Answers
    ) async throws -> Bool {
        try await requireSubject()
        let known = KnownFields()
        let isWhole = try await untilFound {
            try answers.add(answer(subject == .count ? .count(0) : .row(nil), at: path, known), at: 0)
            try await runtime.watchRows(subject, of: name, upTo: until, progress: progress) { position, observation in
                try answers.add(answer(observation, at: path, known), at: position)
            }
            try answers.finish()
        }
        let hasExisted = subject == .count || !isWhole || !known.isEmpty
        // A field that the row has later only is not misspelt.
        let head = try await runtime.store.head()
        guard subject != .count, !path.text.isEmpty, !known.isFound, !isWhole || until < head else {
            try known.require(path)
            return hasExisted
        }
        _ = try await untilFound {
            try await runtime.watchRows(subject, of: name, upTo: head, progress: progress) { _, observation in
                _ = answer(observation, at: path, known)
                if known.isFound { throw Found() }
            }
        }
        try known.require(path)
        return hasExisted
    }

    private func answer(_ observation: RowObservation, at path: FieldPath, _ known: KnownFields) -> Answers.Answer {
        switch observation {
        case .count(let count): (condition.holds(forCount: count), Array("\(count)".utf8))
        case .row(let row): answer(row, at: path, known)
        }
    }

    private func answer(_ whole: StateValue?, at path: FieldPath, _ known: KnownFields) -> Answers.Answer {
        let value = known.value(at: path, in: whole)
        return (condition.holds(for: value), value?.json)
    }

    private func observe(_ path: FieldPath, _ answers: Answers) async throws -> StreamEnd? {
        guard let stream, let fold = try await requireSubject() else { return nil }
        let known = KnownFields()
        var end: StreamEnd?
        _ = try await untilFound {
            end = try await states(of: stream, fold, in: runtime.extent(of: .position(until))) { state, position in
                try answers.add(answer(state, at: path, known), at: position)
            }
            try answers.finish()
        }
        // A field that the state has later only, or after an event that cannot be decoded, is not misspelt.
        var unread: StreamEnd?
        _ = try await untilFound {
            guard !known.isFound else { return }
            unread = try await states(of: stream, fold, in: runtime.extent(of: nil)) { state, _ in
                _ = answer(state, at: path, known)
                if known.isFound { throw Found() }
            }
        }
        if unread == nil { try known.require(path) }
        return end
    }

    /// Calls a closure with the states of a stream, beginning with the initial one.
    ///
    /// - Returns: The event that cannot be decoded, before which the states end; `nil` if there is none.
    private func states(
        of stream: StreamName, _ empty: any StateFolding, in extent: Runtime.Extent,
        _ body: (StateValue, Position) throws -> Void
    ) async throws -> StreamEnd? {
        var fold = empty
        var end: StreamEnd?
        try body(fold.value, 0)
        try await runtime.forEachEvent(of: stream, in: extent) { event in
            guard end == nil else { return }
            do throws(EventDecodingError) {
                guard try fold.apply(event) != .foreign else { return }
            } catch {
                end = StreamEnd(event: event, error: error)
                return
            }
            try body(fold.value, event.position)
        }
        return end
    }

    /// Does work until it ends or a position is found.
    ///
    /// - Returns: Whether it has ended by itself.
    private func untilFound(_ work: () async throws -> Void) async throws -> Bool {
        do {
            try await work()
            return true
        } catch is Found {
            // The rest of the log cannot change what is found.
            return false
        }
    }
}

extension Bisection {
    /// Why there may be fewer answers than expected.
    enum Gap {
        /// The answers after an event that cannot be decoded are not known.
        case undecodable(StreamEnd)

        /// The read model has had no such row.
        case noRow(projection: String, key: String)
    }
}

/// The event that cannot be decoded, before which what is known of its stream ends.
struct StreamEnd {
    let event: RecordedEvent
    let error: EventDecodingError
}

/// The answers to a condition, of which only the changes after a position are passed on.
private final class Answers: Sendable {
    typealias Answer = (holds: Bool, value: [UInt8]?)

    private struct State {
        var last: AnswerChange?
        var hasBegun = false
    }

    private let after: Position
    private let report: @Sendable (AnswerChange) throws -> Void
    private let state = Mutex(State())

    init(after: Position, report: @escaping @Sendable (AnswerChange) throws -> Void) {
        self.after = after
        self.report = report
    }

    func add(_ answer: Answer, at position: Position) throws {
        let changes = state.withLock { state in
            var changes: [AnswerChange] = []
            if position > after { changes += begin(&state) }
            let isSame = state.hasBegun && state.last?.holds == answer.holds
            if isSame { return changes }
            let change = AnswerChange(position: max(position, after), holds: answer.holds, value: answer.value)
            state.last = change
            if state.hasBegun { changes.append(change) }
            return changes
        }
        try changes.forEach(report)
    }

    /// Passes on the answer at the beginning, if that has not been done.
    func finish() throws {
        try state.withLock { begin(&$0) }.forEach(report)
    }

    private func begin(_ state: inout State) -> [AnswerChange] {
        guard !state.hasBegun else { return [] }
        state.hasBegun = true
        return state.last.map { [AnswerChange(position: after, holds: $0.holds, value: $0.value)] } ?? []
    }
}
