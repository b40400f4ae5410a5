/// Ratios with their intervals beside the line at 1, drawn as SVG.
struct RatioChart: Hashable, Sendable {
    /// What it shows, and which side of 1 is better.
    var title: String
    var bars: [Bar]

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

        var text: String {
            decimal(ratio.median, decimals: 2) + (interval == nil ? "" : " (\(ratio.text(of: interval)))")
        }
    }

    private static let rowHeight = 40.0

    /// The drawing; its id must be unique on the page.
    func markup(id: String) -> Markup {
        let height = Double(bars.count) * Self.rowHeight + 30
        let ends = bars.flatMap { [$0.ratio.min, $0.ratio.max, $0.interval?.low, $0.interval?.high, 1] }
            .compactMap(\.self).filter { $0 > 0 && $0.isFinite }
        let x = AxisScale.logarithmic(from: ends.min() ?? 0.5, to: ends.max() ?? 2, start: 14, end: 274)
        let bottom = height - 24
        var shapes: [Markup] = [.lines("grid", x.ticks.map(x.position).map { ($0, 6, $0, bottom) })]
        shapes += x.ticks.map {
            .label(ValueName.number.text($0), x.position(of: $0), bottom + 15, anchor: "middle")
        }
        shapes.append(.line("one", x.position(of: 1), 6, x.position(of: 1), bottom))
        for (index, bar) in bars.enumerated() { shapes += self.shapes(of: bar, x, top: Double(index) * Self.rowHeight) }
        let summary = bars.map { bar in
            "\(bar.name): \(decimal(bar.ratio.median, decimals: 2)), 95 %: \(bar.ratio.text(of: bar.interval))"
        }
        return .drawing(title, summary.joined(separator: "; "), id: id, height: height, shapes)
    }

    private func shapes(of bar: Bar, _ x: AxisScale, top: Double) -> [Markup] {
        let middle = top + 31
        let name = bar.name.count > 54 ? bar.name.prefix(53) + "…" : bar.name
        var shapes: [Markup] = [
            .label(name, 14, top + 18, anchor: "start", style: "label over"),
            .line("whisker", x.position(of: bar.ratio.min), middle, x.position(of: bar.ratio.max), middle),
        ]
        if let interval = bar.interval {
            // An interval of zero width must still be visible.
            let (low, high) = (x.position(of: interval.low) - 0.5, x.position(of: interval.high) + 0.5)
            shapes.append(.line("interval", low, middle, high, middle))
        }
        return shapes + [
            .dot(x.position(of: bar.ratio.median), middle, style: "c0"),
            .label(bar.text, Markup.drawingWidth - 2, middle + 4, anchor: "end", style: "label strong"),
        ]
    }
}
