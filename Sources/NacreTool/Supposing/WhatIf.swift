import Nacre
package import NacreRuntime
import Synchronization

/// Finds out what edits of a history would change.
package struct WhatIf: Sendable {
    // FEAT-57: What if names events and rows by their recorded positions.

    /// Shows how far a part of the work is.
    package struct Phase: Sendable {
        /// Called with what is done, and of how much.
        let update: @Sendable (UInt64, UInt64) -> Void

        /// Called at the end, and before a finding is reported.
        let finish: @Sendable () -> Void

        /// Creates a phase.
        ///
        /// - Parameters:
        ///   - update: Called with what is done, and of how much.
        ///   - finish: Called at the end, and before a finding is reported.
        package init(
            update: @escaping @Sendable (_ done: UInt64, _ all: UInt64) -> Void,
            finish: @escaping @Sendable () -> Void = {}
        ) {
            self.update = update
            self.finish = finish
        }
    }

    let runtime: Runtime
    let history: EditedHistory

    /// Begins a part of the work, with its name.
    let begin: @Sendable (String) -> Phase

    /// Creates the question.
    ///
    /// - Parameters:
    ///   - runtime: The store with the program's features.
    ///   - history: The edited history.
    ///   - begin: Called at the beginning of each part of the work with its name, such as `judging`.
    package init(_ runtime: Runtime, _ history: EditedHistory, phases begin: @escaping @Sendable (String) -> Phase) {
        self.runtime = runtime
        self.history = history
        self.begin = begin
    }

    /// Whether all events are judged.
    private final class JudgingProgress: Sendable {
        let isDone = Atomic(false)
    }

    /// The rows that would be others, which are reported once all events are judged.
    private struct Rows {
        let results: AsyncStream<RuleSummary>
        let progress: JudgingProgress
        let report: @Sendable (WhatIfFinding) throws -> Void

        private var known: RuleSummary?
        var count = 0

        /// The projections whose rows were compared.
        var compared: [String] = []

        /// Those whose rows were not.
        var notCompared: [String] = []

        init(
            judged results: AsyncStream<RuleSummary>, _ progress: JudgingProgress,
            report: @escaping @Sendable (WhatIfFinding) throws -> Void
        ) {
            (self.results, self.progress, self.report) = (results, progress, report)
        }

        /// What was judged.
        mutating func judged() async throws -> RuleSummary {
            if known == nil { known = await results.first { _ in true } }
            guard let known else { throw CancellationError() }
            return known
        }

        mutating func write(_ finding: WhatIfFinding) async throws {
            _ = try await judged()
            try report(finding)
        }
    }

    /// Reports the events that the rules would not have allowed, then the rows that would be others.
    ///
    /// - Parameters:
    ///   - projections: The names of the projections to compare; `nil` for those that the edits may change.
    ///   - report: Called with each finding, one after another.
    /// - Returns: What was judged and compared.
    /// - Throws: `EventStoreError`; errors of `report`.
    package func run(
        projections: [String]?, report: @escaping @Sendable (WhatIfFinding) throws -> Void
    ) async throws -> WhatIfSummary {
        let changed = runtime.projections(changedBy: history)
        let names = (projections ?? changed).filter(changed.contains)
        let halted = try await catchUp(names)
        let (results, judging) = AsyncStream.makeStream(of: RuleSummary.self)
        let judgingProgress = JudgingProgress()
        // The first read model is built while events are judged. The first error ends both.
        return try await withThrowingTaskGroup(of: WhatIfSummary?.self) { group in
            group.addTask {
                judging.yield(try await judge(report: report))
                // From here on, the other task shows progress.
                judgingProgress.isDone.store(true, ordering: .releasing)
                return nil
            }
            group.addTask {
                var rows = Rows(judged: results, judgingProgress, report: report)
                for name in names {
                    if let error = halted[name] {
                        try await rows.write(.notCompared(projection: name, reason: "\(error)"))
                        rows.notCompared.append(name)
                    } else if try await compare(name, &rows) {
                        rows.compared.append(name)
                    } else {
                        rows.notCompared.append(name)
                    }
                }
                return WhatIfSummary(
                    judged: try await rows.judged(), rows: rows.count, compared: rows.compared,
                    notCompared: rows.notCompared)
            }
            var summary: WhatIfSummary?
            // Not `waitForAll`, which cancels nothing: rows would wait for a judgement that has failed.
            for try await result in group { summary = result ?? summary }
            guard let summary else { throw CancellationError() }
            return summary
        }
    }

    /// Brings read models up to the head of the history.
    ///
    /// - Returns: What keeps projections from reaching it.
    private func catchUp(_ names: [String]) async throws -> [String: EventStoreError] {
        // If the log has grown, later events may halt the live read model, which is not read then.
        guard try await runtime.store.head() == history.head else { return [:] }
        var halted: [String: EventStoreError] = [:]
        for name in names {
            let phase = begin("bringing read models up to date")
            defer { phase.finish() }
            halted[name] = try await runtime.catchUp(only: [name]) { phase.update($0, $1) }.first
        }
        return halted
    }

    private func judge(report: @Sendable (WhatIfFinding) throws -> Void) async throws -> RuleSummary {
        let phase = begin("judging")
        defer { phase.finish() }
        let summary = try await runtime.checkRules(
            of: history, progress: { phase.update($0, $1) },
            report: { event, refusal in
                phase.finish()
                try report(.refused(event, refusal))
            })
        phase.finish()
        for events in summary.unjudged { try report(.notJudged(events)) }
        return summary
    }

    /// Reports the rows of a read model that would be others.
    ///
    /// - Returns: Whether both read models could be built.
    private func compare(_ name: String, _ rows: inout Rows) async throws -> Bool {
        let phase = begin("replaying \(name)")
        defer { phase.finish() }
        let judging = rows.progress
        let update: @Sendable (Position, Position) -> Void = {
            if judging.isDone.load(ordering: .acquiring) { phase.update($0, $1) }
        }
        do {
            let outcome = try await runtime.forEachRowDifference(of: name, editedBy: history, progress: update) {
                phase.finish()
                try await rows.write(.row(projection: name, $0))
                rows.count += 1
            }
            guard case .halted(let position, let reason) = outcome else { return true }
            try await rows.write(.halted(projection: name, before: position, reason: reason))
        } catch let error as EventStoreError where error.code == .projectionHalted {
            try await rows.write(.notCompared(projection: name, reason: "\(error)"))
        }
        return false
    }
}
