import Nacre
import NacreRuntime
import NacreTool

extension Inspector {
    /// The greatest number of events that are drawn.
    private static let mostEvents = 400

    /// The causes and consequences of an event.
    func trace(of reference: String, _ parameters: Parameters) async throws -> InspectorAnswer {
        let event = try await EventReference(text: reference).event(in: runtime.store)
        guard reference == "\(event.position)" else {
            return .redirect(to: Address.trace(event.position) + parameters.query)
        }
        var tracer = EventTracer(in: runtime.store, limit: Self.mostEvents)
        let trace = try await tracer.trace(event)
        return try page(
            trace, "Trace of event \(event.position)", of: event.position, ["\(event.position)"], parameters,
            at: Address.trace(event.position))
    }

    /// All events of a correlation, and what they caused.
    func trace(_ parameters: Parameters) async throws -> InspectorAnswer {
        guard let id = parameters.value("correlation") else {
            throw InspectorError(
                status: 400, title: "This cannot be shown",
                detail: "A trace is that of an event, /trace/1200, or of a correlation, /trace?correlation=request-17.")
        }
        try Query.correlations(id).validate()
        var tracer = EventTracer(in: runtime.store, limit: Self.mostEvents)
        let trace = try await tracer.trace(correlation: id)
        return try page(
            trace, "Trace of correlation \(id.inCell)", of: nil, [ShownCommand.option("correlation", id)], parameters,
            at: Address.trace(correlation: id))
    }

    private func page(
        _ trace: EventTrace, _ heading: String, of meant: Position?, _ words: [String], _ parameters: Parameters,
        at address: String
    ) throws -> InspectorAnswer {
        let clock = try parameters.clock() ?? .time
        let other = clock == .time ? AsOfOptions.Clock.recordedAt : .time
        let separator = address.contains("?") ? "&" : "?"
        return page(
            heading, .trace,
            TracePage(
                trace, heading, to: meant, by: clock, at: "\(address)\(separator)by=\(other.rawValue)",
                command: command(
                    ["trace"] + words
                        + ["--limit", "\(Self.mostEvents)", "--by", clock.rawValue, "--format", "json"])))
    }
}
