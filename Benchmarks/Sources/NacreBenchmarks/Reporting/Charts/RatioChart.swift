/// Ratios with their intervals beside the line at 1, drawn as SVG.
struct RatioChart: Hashable, Sendable {
    /// What it shows, and which side of 1 is better.
    var title: String
    var bars: [Bar]

    /// One ratio.
    struct Bar: Hashable, Sendable {
        var name: String
        var ratio: SampleSummary

        /// The ratio's interval, computed once because it is expensive.
        var interval: ConfidenceInterval?

        init(name: String, ratio: SampleSummary) {
            self.name = name
            self.ratio = ratio
            interval = ratio.interval
        }

        /// The median, and the interval if there is one.
        var text: String {
            decimal(ratio.median, decimals: 2) + (interval == nil ? "" : " (\(ratio.text(of: interval)))")
        }
    }

    private static let width = 400.0
    private static let rowHeight = 40.0

    /// The drawing; its id must be unique on the page.
    func markup(id: String) -> Markup {
        let height = Double(bars.count) * Self.rowHeight + 30
        let ends = bars.flatMap { [$0.ratio.min, $0.ratio.max, $0.interval?.low, $0.interval?.high, 1] }
            .compactMap(\.self).filter { $0 > 0 && $0.isFinite }
        let x = AxisScale.logarithmic(from: ends.min() ?? 0.5, to: ends.max() ?? 2, start: 14, end: 274)
        let bottom = height - 24
        var drawing: [Markup] = []
        for tick in x.ticks {
            let at = x.position(of: tick)
            drawing.append(.line("grid", at, 6, at, bottom))
            drawing.append(.label(ValueName.number.text(tick), at, bottom + 15, anchor: "middle"))
        }
        drawing.append(.line("one", x.position(of: 1), 6, x.position(of: 1), bottom))
        for (index, bar) in bars.enumerated() {
            drawing += markup(bar, x, top: Double(index) * Self.rowHeight + 6)
        }
        return .element(
            "svg",
            [
                "viewBox": "0 0 \(coordinate(Self.width)) \(coordinate(height))", "role": "img",
                "aria-labelledby": "\(id)-title \(id)-summary", "xmlns": "http://www.w3.org/2000/svg",
            ],
            [.element("title", ["id": "\(id)-title"], text: title)]
                + [.element("desc", ["id": "\(id)-summary"], text: summary)] + drawing)
    }

    private var summary: String {
        bars.map { bar in
            "\(bar.name): \(decimal(bar.ratio.median, decimals: 2)), 95 %: \(bar.ratio.text(of: bar.interval))"
        }.joined(separator: "; ")
    }

    private func markup(_ bar: Bar, _ x: AxisScale, top: Double) -> [Markup] {
        let middle = top + 25
        let ratio = bar.ratio
        var marks: [Markup] = [
            .label(
                bar.name.count > 54 ? bar.name.prefix(53) + "…" : bar.name, 14, top + 12, anchor: "start",
                style: "label over"),
            .line("whisker", x.position(of: ratio.min), middle, x.position(of: ratio.max), middle),
        ]
        if let interval = bar.interval {
            // An interval of zero width must still be visible.
            let (low, high) = (x.position(of: interval.low), x.position(of: interval.high))
            marks.append(.line("interval", low - 0.5, middle, high + 0.5, middle))
        }
        marks.append(
            .element(
                "circle",
                [
                    "class": "mark c0", "cx": coordinate(x.position(of: ratio.median)), "cy": coordinate(middle),
                    "r": "4",
                ]))
        marks.append(.label(bar.text, Self.width - 2, middle + 4, anchor: "end", style: "label strong"))
        return marks
    }
}
