struct LineChart: Hashable, Sendable {
    var title: String

    /// A sentence that describes the chart, for screen readers.
    var summary: String
    var horizontal: Axis
    var vertical: Axis
    var lines: [Line]

    /// Values of the horizontal axis at which a new section begins.
    var separators: [Double] = []

    struct Axis: Hashable, Sendable {
        var title: String
        var isLogarithmic = false

        var name = ValueName.number

        /// The labelled values, if not chosen by the axis.
        var ticks: [Double]?

        /// The values at both ends, if not chosen by the axis.
        var ends: ClosedRange<Double>?

        /// The scale for values between two coordinates of the drawing.
        fileprivate func scale(_ values: [Double], start: Double, end: Double) -> AxisScale {
            if isLogarithmic {
                let positive = values.filter { $0 > 0 }
                return .logarithmic(
                    from: positive.min() ?? 1, to: positive.max() ?? 1, start: start, end: end,
                    onlyDecades: name == .percentile)
            }
            let chosen = AxisScale.linear(to: values.max() ?? 1, start: start, end: end)
            guard ticks != nil || ends != nil else { return chosen }
            let ticks = ticks ?? chosen.ticks
            let ends = ends ?? min(0, ticks.min() ?? 0)...max(ticks.max() ?? 1, values.max() ?? 1, .ulpOfOne)
            return AxisScale(
                low: ends.lowerBound, high: ends.upperBound, start: start, end: end, isLogarithmic: false,
                ticks: ticks.filter(ends.contains))
        }
    }

    /// A line; its parts are separated by gaps.
    struct Line: Hashable, Sendable {
        var name: String

        /// The index of the line's colour and dashes in the page's style; beyond the last, they repeat with another
        /// width.
        var color: Int
        var parts: [[Point]]

        var hasMarks = false

        /// Whether it is drawn without the dashes that distinguish lines without colour.
        var isPlain = false

        var style: String {
            let width = PageStyle.widths[color / PageStyle.colors % PageStyle.widths.count]
            return ["c\(color % PageStyle.colors)", width, isPlain ? "plain" : ""].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    private static let height = 240.0

    /// The drawing; its id must be unique on the page.
    func markup(id: String) -> Markup {
        let points = lines.flatMap { $0.parts.joined() }
        let x = horizontal.scale(points.map(\.x) + separators, start: 50, end: Markup.drawingWidth - 14)
        let y = vertical.scale(points.map(\.y), start: Self.height - 44, end: 22)
        return .drawing(
            title, summary, id: id, height: Self.height, grid(x, y) + lines.flatMap { shapes(of: $0, x, y) })
    }

    private func grid(_ x: AxisScale, _ y: AxisScale) -> [Markup] {
        var shapes: [Markup] = [
            .lines("grid", y.ticks.map(y.position).map { (x.start, $0, x.end, $0) }),
            .lines("tick", x.ticks.map(x.position).map { ($0, y.start, $0, y.start + 4) }),
        ]
        for tick in y.ticks {
            let at = y.position(of: tick)
            shapes.append(.label(vertical.name.text(tick), x.start - 5, at + 3.5, anchor: "end"))
        }
        for tick in x.ticks {
            let at = x.position(of: tick)
            // A label at the end would extend beyond the drawing.
            let isLast = at > x.end - 10
            shapes.append(
                .label(
                    horizontal.name.text(tick), isLast ? Markup.drawingWidth - 1 : at, y.start + 16,
                    anchor: isLast ? "end" : "middle"))
        }
        for separator in separators.map(x.position) {
            shapes.append(.line("separator", separator, y.start, separator, y.end))
        }
        return shapes + [
            .line("axis", x.start, y.start, x.end, y.start), .label(vertical.title, 2, 11, anchor: "start"),
            .label(horizontal.title, (x.start + x.end) / 2, Self.height - 8, anchor: "middle"),
        ]
    }

    private func shapes(of line: Line, _ x: AxisScale, _ y: AxisScale) -> [Markup] {
        line.parts.flatMap { part -> [Markup] in
            let places = part.map { (x: x.position(of: $0.x), y: y.position(of: $0.y)) }
            var shapes = part.count > 1 ? [Markup.path(places, style: line.style)] : []
            // A single point would be invisible as a line.
            if line.hasMarks || part.count == 1 {
                shapes += zip(part, places).map { point, place in
                    .dot(place.x, place.y, style: line.style, says: "\(line.name): \(vertical.name.text(point.y))")
                }
            }
            return shapes
        }
    }
}
