import DomainKit
import Nacre

/// A judgement of the events of edited streams by the declared deciders.
struct EditedRules {
    // FEAT-56: Only the streams that edits change are judged again.

    private let store: any EventStore
    private let history: EditedHistory
    private let folds: [StreamName: any StateFolding]

    /// What was judged in the edited history, and what was not.
    private(set) var summary = RuleSummary()

    init(in runtime: Runtime, _ history: EditedHistory) {
        store = runtime.store
        self.history = history
        folds = Dictionary(uniqueKeysWithValues: runtime.deciders.map { (StreamName($0.category), $0.emptyFold) })
    }

    /// Judges stream by stream.
    mutating func judgeStreams(
        progress: (UInt64, UInt64) -> Void, report refused: (RecordedEvent, Refusal) throws -> Void
    ) async throws {
        let history = history
        let streams = history.changedStreams
        for (index, stream) in streams.enumerated() {
            try Task.checkCancellation()
            progress(UInt64(index), UInt64(streams.count))
            let known = try await refusedEvents(of: stream)
            var fold = emptyFold(of: stream)
            try await history.forEachEvent(of: stream) { event in
                let judgement = Runtime.apply(event, to: &fold)
                try count(event, judgement, isKnown: known.contains(event.id), report: refused)
            }
        }
    }

    /// Judges in the order of the log, which is read once for each share of the streams.
    mutating func judgeLog(
        states: Int, batch: RuleBatch, progress: (UInt64, UInt64) -> Void,
        report refused: (RecordedEvent, Refusal) throws -> Void
    ) async throws {
        guard let log = store.mappedLog else { throw EventStoreError.notMapped }
        let (history, head) = (history, history.head)
        let known = try await refusedPlacedEvents()
        let shares = StreamShare.all(of: history.streams.count, atMost: states)
        let executor = SerialBlockingExecutor(named: "rules")
        for (index, share) in shares.enumerated() {
            @Sendable func read(after start: Position) async throws -> (steps: [EditedStep], end: Position) {
                try await executor.run { try history.steps(of: share, in: log, after: start, batch) }
            }
            var streams = [(any EditedFolding)?](repeating: nil, count: history.streams.count)
            var isBegun = [Bool](repeating: false, count: history.streams.count)
            var (steps, end) = try await read(after: 0)
            while true {
                try Task.checkCancellation()
                progress(UInt64(index) * head + end, UInt64(shares.count) * head)
                // The next events are read while these are judged.
                let start = end
                async let next = start < head ? read(after: start) : nil
                for step in steps {
                    if !isBegun[step.stream] {
                        isBegun[step.stream] = true
                        streams[step.stream] = emptyFolds(of: step)
                    }
                    let judgements = streams[step.stream]?.apply(step)
                    guard let event = step.edited else { continue }
                    let isKnown = step.recorded == nil ? known.contains(event.id) : judgements?.recorded.isRefused
                    try count(event, judgements?.edited, isKnown: isKnown == true, report: refused)
                }
                guard let following = try await next else { break }
                (steps, end) = following
            }
        }
    }

    private mutating func count(
        _ event: RecordedEvent, _ judgement: EventJudgement?, isKnown: Bool,
        report refused: (RecordedEvent, Refusal) throws -> Void
    ) throws {
        switch judgement {
        case .refused where isKnown: summary.add(event, .allowed)
        case nil where emptyFold(of: event.stream) == nil: summary.add(event, of: event.stream.category, .noDecider)
        default:
            summary.add(event, judgement)
            if case .refused(let refusal) = judgement { try refused(event, refusal) }
        }
    }

    private func emptyFolds(of step: EditedStep) -> (any EditedFolding)? {
        guard let event = step.recorded ?? step.edited else { return nil }
        return emptyFold(of: event.stream)?.ofEditedStream
    }

    private func emptyFold(of stream: StreamName) -> Runtime.Fold { folds[StreamName(stream.category)] }

    /// The events of a stream that the rules refuse as it was recorded.
    private func refusedEvents(of stream: StreamName) async throws -> Set<EventID> {
        var refused: Set<EventID> = []
        var fold = emptyFold(of: stream)
        guard fold != nil else { return refused }
        for try await event in store.read(stream) {
            guard event.position <= history.head else { break }
            if Runtime.apply(event, to: &fold).isRefused { refused.insert(event.id) }
        }
        return refused
    }

    /// The moved and replaced events that the rules refuse where, and as, they were recorded.
    private func refusedPlacedEvents() async throws -> Set<EventID> {
        var refused: Set<EventID> = []
        let placed = Dictionary(grouping: history.placed.map(\.event)) { $0.stream }
        for (stream, events) in placed {
            refused.formUnion(try await refusedEvents(of: stream).intersection(events.map(\.id)))
        }
        return refused
    }
}

extension EventJudgement? {
    fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
