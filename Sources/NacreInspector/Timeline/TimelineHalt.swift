import DomainKit
import Nacre
import NacreRuntime
import NacreTool

/// An event at which a projection is halted.
struct TimelineHalt: Sendable {
    let moment: Instant

    /// Who is halted, and where.
    let text: String

    let address: String
}

extension Inspector {
    /// The halts in a span of time, in the order of the log.
    func halts(in span: TimelineSpan) async throws -> [TimelineHalt] {
        var halts: [(position: Position, halt: TimelineHalt)] = []
        for (name, position, _) in try await StoreHealth.haltedProjections(of: runtime, tool: tool) {
            let event = try await runtime.store.event(at: position)
            let moment = span.clock == .time ? event.time : event.recordedAt
            guard (span.since...span.until).contains(moment) else { continue }
            halts.append(
                (
                    position,
                    TimelineHalt(
                        moment: moment, text: "\(name) is halted before position \(position)",
                        address: Address.event(position))
                ))
        }
        return halts.sorted { $0.position < $1.position }.map(\.halt)
    }
}
