import Nacre
import NacreTool

/// A trace, as it is rendered.
struct TracePage: Sendable {
    /// An event in the table.
    struct Row: Sendable {
        let event: ShownEvent
        let after: String
        let delay: String
        let isSlow: Bool
        let isMeant: Bool

        /// The number of causes above it.
        let depth: Int

        /// The position of its cause, with a link.
        let causePosition: Position?
        let causeAddress: String?
    }

    let heading: String
    let summary: String
    let graph: TraceGraph?
    let rows: [Row]
    let isEmpty: Bool
    let isCut: Bool

    /// The time that delays are measured by, and the address with the other one.
    let clock: String
    let otherClock: String
    let otherAddress: String
    let command: String

    init(
        _ trace: EventTrace, _ heading: String, to meant: Position?, by clock: AsOfOptions.Clock, at address: String,
        command: String
    ) {
        let times = EventTrace.Times(of: trace, clock)
        let slow = SlowSteps(of: trace, times)
        self.heading = heading
        rows = trace.nodes.map { node in
            Row(
                event: ShownEvent(node.event), after: Figures.duration(nanoseconds: times.offset(of: node)),
                delay: times.delay(of: node).map { Figures.duration(nanoseconds: $0) } ?? "",
                isSlow: slow.contains(node, times), isMeant: node.event.position == meant, depth: node.depth,
                causePosition: node.cause?.position, causeAddress: node.cause.map { Address.event($0.position) })
        }
        isEmpty = rows.isEmpty
        isCut = trace.isCut
        graph = rows.isEmpty ? nil : TraceGraph(of: trace, times, to: meant, slow)
        let streams = Set(trace.nodes.map(\.event.stream)).count
        let whole = trace.nodes.map { times.offset(of: $0) }.max() ?? 0
        let slowCount = rows.count { $0.isSlow }
        summary =
            "\(Figures.count(rows.count, "event")) in \(Figures.count(streams, "stream")) over "
            + Figures.duration(nanoseconds: whole)
            + (slowCount > 0 ? "; \(Figures.count(slowCount, "slow step"))" : "")
        let isByTime = clock == .time
        self.clock = isByTime ? "the time of the events" : "the time of their recording"
        otherClock = isByTime ? "by the time of recording" : "by the time of the events"
        otherAddress = address
        self.command = command
    }
}
