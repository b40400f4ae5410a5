import DomainKit
import Nacre
import NacreRuntime
import NacreTool

extension Inspector {
    /// The events by type over time.
    func timeline(_ parameters: Parameters) async throws -> InspectorAnswer {
        let clock = try parameters.clock() ?? .recordedAt
        let since = try moment("since", of: parameters)?.start
        let until = try moment("until", of: parameters)?.end
        let stretches = try await self.stretches.upToDate(by: clock)
        guard let whole = stretches.times else {
            return page("Timeline", .timeline, TimelinePage.empty)
        }
        let span = TimelineSpan(clock: clock, since: since ?? whole.first, until: until ?? whole.last)
        guard span.since <= span.until else {
            throw InspectorError.cannotShow("since=\(span.since) is after until=\(span.until): exchange them.")
        }
        let timeline = try await Timeline(stretches, since: span.since, until: span.until, in: runtime.store)
        let words = ["count", "--per", "type", "--per", timeline.unit] + span.options + ["--format", "ndjson"]
        return page(
            "Timeline", .timeline,
            TimelinePage(
                timeline, of: span, whole: TimelineSpan(clock: clock, since: whole.first, until: whole.last),
                halts: try await halts(in: span), command: command(words)))
    }

    private func moment(_ name: String, of parameters: Parameters) throws -> TimeBound? {
        try InspectorError.shown(name) { try parameters.value(name).map { try CriterionText.moment($0) } }
    }
}
