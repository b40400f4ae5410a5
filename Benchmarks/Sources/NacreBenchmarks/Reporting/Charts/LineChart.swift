/// Lines over a common axis, drawn as SVG.
///
/// It is 400 units wide, so that its text is legible on a phone.
struct LineChart: Hashable, Sendable {
    var title: String

    /// A sentence that describes the chart, for screen readers.
    var summary: String
    var horizontal: Axis
    var vertical: Axis
    var lines: [Line]

    /// Values of the horizontal axis at which a new section begins.
    var separators: [Double] = []

    /// One of the two axes.
    struct Axis: Hashable, Sendable {
        var title: String
        var isLogarithmic = false

        /// The format of values; plain numbers by default.
        var name = ValueName.number

        /// The labelled values, if not chosen by the axis.
        var ticks: [Double]?

        /// The values at both ends, if not chosen by the axis.
        var ends: ClosedRange<Double>?
    }

    /// A line; its parts are separated by gaps.
    struct Line: Hashable, Sendable {
        var name: String

        /// The index of the line's colour and dashes in the page's style; beyond the last, they repeat with another
        /// width.
        var color: Int
        var parts: [[Point]]

        /// Whether each point is marked.
        var hasMarks = false

        /// Whether it is drawn without the dashes that distinguish lines without colour.
        var isPlain = false

        var style: String {
            let width = PageStyle.widths[color / PageStyle.colors % PageStyle.widths.count]
            return ["c\(color % PageStyle.colors)", width, isPlain ? "plain" : ""].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    /// A point, in the units of the axes.
    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    private static let width = 400.0
    private static let height = 240.0

    /// The drawing; its id must be unique on the page.
    func markup(id: String) -> Markup {
        let points = lines.flatMap { $0.parts.flatMap(\.self) }
        let x = scale(horizontal, points.map(\.x) + separators, start: 50, end: Self.width - 14)
        let y = scale(vertical, points.map(\.y), start: Self.height - 44, end: 22)
        let drawing = grid(x, y) + lines.flatMap { markup($0, x, y) }
        return Markup.element(
            "svg",
            [
                "viewBox": "0 0 \(coordinate(Self.width)) \(coordinate(Self.height))", "role": "img",
                "aria-labelledby": "\(id)-title \(id)-summary", "xmlns": "http://www.w3.org/2000/svg",
            ],
            [.element("title", ["id": "\(id)-title"], text: title)]
                + [.element("desc", ["id": "\(id)-summary"], text: summary)] + drawing)
    }

    private func scale(_ axis: Axis, _ values: [Double], start: Double, end: Double) -> AxisScale {
        if axis.isLogarithmic {
            let positive = values.filter { $0 > 0 }
            return .logarithmic(
                from: positive.min() ?? 1, to: positive.max() ?? 1, start: start, end: end,
                onlyDecades: axis.name == .percentile)
        }
        let chosen = AxisScale.linear(to: values.max() ?? 1, start: start, end: end)
        guard axis.ticks != nil || axis.ends != nil else { return chosen }
        let ticks = axis.ticks ?? chosen.ticks
        let ends = axis.ends ?? min(0, ticks.min() ?? 0)...max(ticks.max() ?? 1, values.max() ?? 1, .ulpOfOne)
        return AxisScale(
            low: ends.lowerBound, high: ends.upperBound, start: start, end: end, isLogarithmic: false,
            ticks: ticks.filter(ends.contains))
    }

    private func grid(_ x: AxisScale, _ y: AxisScale) -> [Markup] {
        var marks: [Markup] = []
        for tick in y.ticks {
            let at = y.position(of: tick)
            marks.append(.line("grid", x.start, at, x.end, at))
            marks.append(.label(vertical.name.text(tick), x.start - 5, at + 3.5, anchor: "end"))
        }
        for tick in x.ticks {
            let at = x.position(of: tick)
            marks.append(.line("tick", at, y.start, at, y.start + 4))
            // A label at the end would extend beyond the drawing.
            let isLast = at > x.end - 10
            let name = horizontal.name.text(tick)
            marks.append(
                .label(name, isLast ? Self.width - 1 : at, y.start + 16, anchor: isLast ? "end" : "middle"))
        }
        for separator in separators {
            let at = x.position(of: separator)
            marks.append(.line("separator", at, y.start, at, y.end))
        }
        marks.append(.line("axis", x.start, y.start, x.end, y.start))
        marks.append(.label(vertical.title, 2, 11, anchor: "start"))
        marks.append(.label(horizontal.title, (x.start + x.end) / 2, Self.height - 8, anchor: "middle"))
        return marks
    }

    private func markup(_ line: Line, _ x: AxisScale, _ y: AxisScale) -> [Markup] {
        line.parts.flatMap { part -> [Markup] in
            let places = part.map { (x.position(of: $0.x), y.position(of: $0.y)) }
            let path = places.enumerated().map { index, place in
                "\(index == 0 ? "M" : "L")\(coordinate(place.0)) \(coordinate(place.1))"
            }.joined()
            var marks: [Markup] = []
            if part.count > 1 { marks.append(.element("path", ["class": "line \(line.style)", "d": path])) }
            // A single point would be invisible as a line.
            if line.hasMarks || part.count == 1 {
                for (point, place) in zip(part, places) {
                    let says = "\(line.name): \(vertical.name.text(point.y))"
                    marks.append(
                        .element(
                            "circle",
                            [
                                "class": "mark \(line.style)", "cx": coordinate(place.0), "cy": coordinate(place.1),
                                "r": "3",
                            ], [.element("title", [:], text: says)]))
                }
            }
            return marks
        }
    }
}

extension Markup {
    /// A straight line of a drawing.
    static func line(_ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Markup {
        .element(
            "line",
            [
                "class": style, "x1": coordinate(x1), "y1": coordinate(y1), "x2": coordinate(x2), "y2": coordinate(y2),
            ])
    }

    /// A text in a drawing.
    static func label(_ text: String, _ x: Double, _ y: Double, anchor: String, style: String = "label") -> Markup {
        .element("text", ["class": style, "x": coordinate(x), "y": coordinate(y), "text-anchor": anchor], text: text)
    }
}

/// A coordinate in a drawing, to a tenth.
func coordinate(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
}
