import Nacre
import NacreRuntime

/// Verifies that the rules of the declared deciders allow the events of a log.
struct RuleVerification {
    let runtime: Runtime

    /// The program's name.
    let tool: String

    let progress: ProgressOptions
    let format: OutputFormat
    let output: StandardOutput

    /// Judges the log, and lists the refused events and what was not judged; a table ends with a summary.
    ///
    /// - Throws: ``CommandError`` if an event is refused; `EventStoreError` if the log cannot be read; ``FileError``.
    func run() async throws {
        let meter = progress.meter("judging")
        defer { meter.finish() }
        var listing = Listing<RuleFinding>(format, to: output)
        let summary = try await runtime.checkRules(
            progress: { meter.update($0, of: $1) }, report: { try listing.write(.refused($0, $1)) })
        meter.finish()
        for events in summary.unjudged { try listing.write(.notJudged(events)) }
        try listing.finish()
        if format == .table { try output.line(summary.text) }
        guard summary.refused == 0 else {
            throw CommandError.faultsFound(
                "\(Figures.count(summary.refused, "event")) refused by the rules", [], tool: tool)
        }
    }
}
