import DomainKit
import Nacre

extension EventTrace {
    /// The times between the events of a trace.
    package struct Times: Sendable {
        private let clock: AsOfOptions.Clock
        private let first: Instant

        package init(of trace: EventTrace, _ clock: AsOfOptions.Clock) {
            self.clock = clock
            first = trace.nodes.map { Self.instant(of: $0.event, clock) }.min() ?? .earliest
        }

        private static func instant(of event: RecordedEvent, _ clock: AsOfOptions.Clock) -> Instant {
            clock == .time ? event.time : event.recordedAt
        }

        /// The nanoseconds since the first event.
        package func offset(of node: Node) -> Int64 { first.nanoseconds(to: Self.instant(of: node.event, clock)) }

        /// The nanoseconds since the cause; `nil` at the top.
        package func delay(of node: Node) -> Int64? {
            node.cause.map { Self.instant(of: $0, clock).nanoseconds(to: Self.instant(of: node.event, clock)) }
        }
    }

    /// An event of a trace in a listing.
    struct Row: Listed {
        let node: Node
        let times: Times

        static let columns: [TableColumn] = [
            .number("AFTER", width: 12).optional, .number("DELAY", width: 12).optional, .number("POSITION"),
            .text("ACTOR", width: 12).optional, .text("EVENT"),
        ]

        var cells: [String] {
            [
                Figures.duration(nanoseconds: times.offset(of: node)),
                times.delay(of: node).map { Figures.duration(nanoseconds: $0) } ?? "",
                "\(node.event.position)", node.event.context.actor.map { TerminalText.cell($0) } ?? "",
                branch + "\(TerminalText.cell(node.event.type.text))  \(TerminalText.cell(node.event.stream.text))",
            ]
        }

        /// The lines that join the event with its cause.
        private var branch: String {
            guard let last = node.continues.last else { return "" }
            return node.continues.dropLast().map { $0 ? "│  " : "   " }.joined() + (last ? "├─ " : "└─ ")
        }

        func writeJSON(to bytes: inout [UInt8]) {
            JSONWriter.object(in: &bytes) { writer in
                writer.field("depth", node.depth)
                if let cause = node.cause { writer.field("causePosition", cause.position) }
                writer.field("afterNanoseconds", times.offset(of: node))
                if let delay = times.delay(of: node) { writer.field("delayNanoseconds", delay) }
                writer.key("event")
                writer.event(node.event)
            }
        }
    }
}
