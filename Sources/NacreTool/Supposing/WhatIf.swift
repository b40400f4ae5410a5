import Nacre
import NacreRuntime
import Synchronization

/// Finds out what edits of a history would change.
struct WhatIf {
    // FEAT-57: What if names events and rows by their recorded positions.

    let runtime: Runtime
    let history: EditedHistory
    let progress: ProgressOptions
    let format: OutputFormat

    /// The list so far, and what was judged.
    private struct Judged: Sendable {
        var listing: Listing<WhatIfFinding>
        let summary: RuleSummary
    }

    /// Whether all events are judged.
    private final class JudgingProgress: Sendable {
        let isDone = Atomic(false)
    }

    /// The rows that would be others, which are listed once all events are judged.
    private struct Rows {
        let results: AsyncStream<Judged>

        let progress: JudgingProgress

        private var known: Judged?
        var count = 0

        /// The projections whose rows were compared.
        var compared: [String] = []

        /// Those whose rows were not.
        var notCompared: [String] = []

        init(judged results: AsyncStream<Judged>, _ progress: JudgingProgress) {
            (self.results, self.progress) = (results, progress)
        }

        /// What was judged, and the list.
        mutating func judged() async throws -> Judged {
            if known == nil { known = await results.first { _ in true } }
            guard let known else { throw CancellationError() }
            return known
        }

        mutating func write(_ finding: WhatIfFinding) async throws {
            _ = try await judged()
            try known?.listing.write(finding)
        }
    }

    /// Lists the events that the rules would not have allowed, then the rows that would be others.
    ///
    /// - Parameters:
    ///   - projections: The names of the projections to compare; `nil` for those that the edits may change.
    ///   - output: The output.
    /// - Throws: `EventStoreError`; ``FileError``.
    func run(projections: [String]?, to output: StandardOutput) async throws {
        let changed = runtime.projections(changedBy: history)
        let names = (projections ?? changed).filter(changed.contains)
        let halted = try await catchUp(names)
        let (results, judging) = AsyncStream.makeStream(of: Judged.self)
        let judgingProgress = JudgingProgress()
        // The first read model is built while events are judged. The first error ends both.
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                judging.yield(try await judge(Listing(format, to: output)))
                // From here on, the other task shows progress.
                judgingProgress.isDone.store(true, ordering: .releasing)
            }
            group.addTask {
                var rows = Rows(judged: results, judgingProgress)
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
                let judged = try await rows.judged()
                try judged.listing.finish()
                if format == .table { try output.line(text(of: judged.summary, rows)) }
            }
            // Not `waitForAll`, which cancels nothing: rows would wait for a judgement that has failed.
            for try await _ in group {}
        }
    }

    /// Brings read models up to the head of the history.
    ///
    /// - Returns: What keeps projections from reaching it.
    private func catchUp(_ names: [String]) async throws -> [String: EventStoreError] {
        // If the log has grown, later events may halt the live read model, which is not read then.
        guard try await runtime.store.head() == history.head else { return [:] }
        var halted: [String: EventStoreError] = [:]
        for name in names { halted[name] = try await runtime.catchUp(progress, only: [name]).first }
        return halted
    }

    private func judge(_ listing: Listing<WhatIfFinding>) async throws -> Judged {
        var listing = listing
        let meter = progress.meter("judging")
        defer { meter.finish() }
        let summary = try await runtime.checkRules(
            of: history, progress: { meter.update($0, of: $1) },
            report: { event, refusal in
                meter.finish()
                try listing.write(.refused(event, refusal))
            })
        meter.finish()
        for events in summary.unjudged { try listing.write(.notJudged(events)) }
        return Judged(listing: listing, summary: summary)
    }

    /// Lists the rows of a read model that would be others.
    ///
    /// - Returns: Whether both read models could be built.
    private func compare(_ name: String, _ rows: inout Rows) async throws -> Bool {
        let meter = progress.meter("replaying \(name)")
        defer { meter.finish() }
        let judging = rows.progress
        let update: @Sendable (Position, Position) -> Void = {
            if judging.isDone.load(ordering: .acquiring) { meter.update($0, of: $1) }
        }
        do {
            let outcome = try await runtime.forEachRowDifference(of: name, editedBy: history, progress: update) {
                meter.finish()
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

    private func text(of summary: RuleSummary, _ rows: Rows) -> String {
        let refused = summary.refused == 0 ? "none" : "\(summary.refused)"
        var parts = [
            "judged \(Figures.count(summary.judged, "event")) of the edited streams: the rules refuse \(refused) "
                + "that they allowed"
        ]
        if !rows.compared.isEmpty || rows.notCompared.isEmpty {
            parts.append("\(Figures.count(rows.count, "row")) would differ")
        }
        if !rows.notCompared.isEmpty { parts.append("not compared: \(rows.notCompared.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }
}
