import Nacre
import NacreTool

/// A trace as a picture: streams as rows, the time from left to right.
struct TraceGraph: Sendable {
    // INSP-04: A step of a trace is slow compared with the other steps of that trace.

    /// An event, as a dot.
    struct Dot: Sendable {
        let x: Int
        let y: Int
        let address: String
        let name: String
        let isMeant: Bool
    }

    /// A cause and its consequence, as a curve.
    struct Edge: Sendable {
        let curve: String
        let isSlow: Bool
        let name: String
    }

    /// A stream, as a line.
    struct Row: Sendable {
        let y: Int
        let lineY: Int
        let name: String
        let address: String
        let fullName: String
    }

    /// A mark of the time.
    struct Mark: Sendable {
        let x: Int
        let text: String
    }

    private enum Layout {
        static let (left, right, top, bottom) = (250, 40, 34, 16)
        static let (width, row) = (760, 34)

        /// The smallest distance between two events of one stream.
        static let step = 14
        static let marks = 4

        /// The greatest number of scalars of a stream's name.
        static let name = 32
    }

    let width: Int
    let height: Int
    let left: Int
    let right: Int
    let bottom: Int
    let dots: [Dot]
    let edges: [Edge]
    let rows: [Row]
    let marks: [Mark]

    /// Draws a trace.
    ///
    /// - Parameters:
    ///   - trace: The trace, with one event at least.
    ///   - times: The times of its events.
    ///   - meant: The event that was asked for; `nil` for a whole correlation.
    ///   - slow: Which steps are slow.
    init(of trace: EventTrace, _ times: EventTrace.Times, to meant: Position?, _ slow: SlowSteps) {
        let nodes = trace.nodes.sorted {
            (times.offset(of: $0), $0.event.position) < (times.offset(of: $1), $1.event.position)
        }
        let whole = max(1, nodes.map { times.offset(of: $0) }.max() ?? 1)
        var (rowNumbers, streams): ([StreamName: Int], [StreamName]) = ([:], [])
        var lastX: [Int: Int] = [:]
        var places: [Position: (x: Int, y: Int)] = [:]
        for node in nodes {
            let stream = node.event.stream
            let row = rowNumbers[stream] ?? streams.count
            if row == streams.count {
                rowNumbers[stream] = row
                streams.append(stream)
            }
            let share = Double(times.offset(of: node)) / Double(whole)
            var x = Layout.left + Int((share * Double(Layout.width)).rounded())
            // Events of one moment stand beside one another.
            if let last = lastX[row] { x = max(x, last + Layout.step) }
            lastX[row] = x
            places[node.event.position] = (x, Layout.top + row * Layout.row + Layout.row / 2)
        }
        let end = max(Layout.left + Layout.width, lastX.values.max() ?? 0)
        (width, left, right) = (end + Layout.right, Layout.left, end + 12)
        height = Layout.top + streams.count * Layout.row + Layout.bottom
        bottom = height - Layout.bottom
        rows = streams.enumerated().map { index, stream in
            let y = Layout.top + index * Layout.row + Layout.row / 2
            return Row(
                y: y + 4, lineY: y, name: TerminalText.cell(stream.text, limit: Layout.name),
                address: Address.log("stream", stream.text), fullName: stream.text.inCell)
        }
        dots = nodes.compactMap { node in
            places[node.event.position].map { place in
                Dot(
                    x: place.x, y: place.y, address: Address.event(node.event.position),
                    name: Self.name(of: node, times), isMeant: node.event.position == meant)
            }
        }
        edges = nodes.compactMap { node in
            guard let cause = node.cause, let from = places[cause.position], let to = places[node.event.position]
            else { return nil }
            let isSlow = slow.contains(node, times)
            let delay = times.delay(of: node).map { Figures.duration(nanoseconds: $0) } ?? ""
            return Edge(
                curve: Self.curve(from, to), isSlow: isSlow,
                name: "\(delay) from position \(cause.position) to \(node.event.position)\(isSlow ? ", slow" : "")")
        }
        marks = (0...(whole == 0 ? 0 : Layout.marks)).map { index in
            let nanoseconds = whole / Int64(Layout.marks) * Int64(index)
            return Mark(
                x: Layout.left + Layout.width * index / Layout.marks,
                text: index == 0 ? "0" : "+\(Figures.duration(nanoseconds: nanoseconds))")
        }
    }

    private static func name(of node: EventTrace.Node, _ times: EventTrace.Times) -> String {
        let event = node.event
        return "\(event.type.text.inCell), position \(event.position), "
            + "+\(Figures.duration(nanoseconds: times.offset(of: node)))"
    }

    /// A curve that leaves in the direction of the time; along a row it rises above the dots between.
    private static func curve(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int)) -> String {
        if from.y == to.y {
            let middle = (from.x + to.x) / 2
            return "M\(from.x) \(from.y)Q\(middle) \(from.y - 18) \(to.x) \(to.y)"
        }
        let bend = max(10, (to.x - from.x) / 2)
        return "M\(from.x) \(from.y)C\(from.x + bend) \(from.y) \(to.x - bend) \(to.y) \(to.x) \(to.y)"
    }
}

/// Which steps of a trace took long, compared with the others.
struct SlowSteps: Sendable {
    /// How many steps there must be to compare one with the others.
    private static let fewest = 3

    /// How many times as long as the median step a slow one takes.
    private static let factor: Int64 = 3

    /// The shortest delay of a slow step; `nil` if no step is slow.
    private let threshold: Int64?

    init(of trace: EventTrace, _ times: EventTrace.Times) {
        let delays = trace.nodes.compactMap { times.delay(of: $0) }.sorted()
        guard delays.count >= Self.fewest else {
            threshold = nil
            return
        }
        let (product, hasOverflow) = max(1, delays[(delays.count - 1) / 2]).multipliedReportingOverflow(by: Self.factor)
        threshold = hasOverflow ? nil : product
    }

    /// Whether the step from its cause to an event is slow.
    func contains(_ node: EventTrace.Node, _ times: EventTrace.Times) -> Bool {
        guard let threshold, let delay = times.delay(of: node) else { return false }
        return delay >= threshold
    }
}
