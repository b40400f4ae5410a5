import Nacre
import NacreRuntime

/// Finds out what edits of a history would change.
struct WhatIf {
    // FEAT-57: What if names events and rows by their recorded positions.

    let runtime: Runtime
    let history: EditedHistory
    let progress: ProgressOptions
    let format: OutputFormat

    /// The rows that would be others.
    private struct Rows {
        var count = 0

        /// The projections whose rows were compared.
        var compared: [String] = []

        /// Those whose rows were not.
        var notCompared: [String] = []
    }

    /// Lists the events that the rules would not have allowed, then the rows that would be others.
    ///
    /// - Parameters:
    ///   - projections: The names of the projections to compare; `nil` for those that the edits may change.
    ///   - output: The output.
    /// - Throws: `EventStoreError`; ``FileError``.
    func run(projections: [String]?, to output: StandardOutput) async throws {
        var listing = Listing<WhatIfFinding>(format, to: output)
        let changed = runtime.projections(changedBy: history)
        var rows = Rows()
        let summary = try await judge(&listing)
        for name in projections ?? changed where changed.contains(name) {
            if try await compare(name, &listing, &rows.count) {
                rows.compared.append(name)
            } else {
                rows.notCompared.append(name)
            }
        }
        try listing.finish()
        if format == .table { try output.line(text(of: summary, rows)) }
    }

    private func judge(_ listing: inout Listing<WhatIfFinding>) async throws -> RuleSummary {
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
        return summary
    }

    /// Lists the rows of a read model that would be others.
    ///
    /// - Returns: Whether both read models could be built.
    private func compare(
        _ name: String, _ listing: inout Listing<WhatIfFinding>, _ count: inout Int
    ) async throws -> Bool {
        // If the log has grown, later events may halt the live read model, which is not read then.
        if try await runtime.store.head() == history.head,
            let error = try await runtime.catchUp(progress, only: [name]).first
        {
            try listing.write(.notCompared(projection: name, reason: "\(error)"))
            return false
        }
        let meter = progress.meter("replaying \(name)")
        defer { meter.finish() }
        let update: @Sendable (Position, Position) -> Void = { meter.update($0, of: $1) }
        do {
            let outcome = try await runtime.forEachRowDifference(of: name, editedBy: history, progress: update) {
                meter.finish()
                try listing.write(.row(projection: name, $0))
                count += 1
            }
            guard case .halted(let position, let reason) = outcome else { return true }
            try listing.write(.halted(projection: name, before: position, reason: reason))
        } catch let error as EventStoreError where error.code == .projectionHalted {
            try listing.write(.notCompared(projection: name, reason: "\(error)"))
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
