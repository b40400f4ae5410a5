extension BenchmarkReport {
    /// A line for each run that has points; the runs keep their colours in all charts.
    private func lines(hasMarks: Bool = false, _ points: (RunReport) -> [LineChart.Point]?) -> [LineChart.Line] {
        runs.enumerated().compactMap { color, run in
            guard let points = points(run), !points.isEmpty else { return nil }
            return LineChart.Line(name: run.name, color: color, parts: [points], hasMarks: hasMarks)
        }
    }

    /// Rates by round, if there are several; otherwise `nil`.
    var roundsChart: LineChart? {
        let lines = lines(hasMarks: true) { run in
            guard let samples = run.eventsPerSecond?.samples, samples.count > 1 else { return nil }
            return samples.enumerated().map { LineChart.Point(x: Double($0 + 1), y: $1) }
        }
        let rates = lines.flatMap { $0.parts[0].map(\.y) }.filter { $0 > 0 }
        guard let least = rates.min(), let greatest = rates.max() else { return nil }
        let rounds = lines.map { $0.parts[0].count }.max() ?? 1
        let ticks = stride(from: 1, through: rounds, by: (rounds + 9) / 10).map(Double.init)
        return LineChart(
            title: "Events per second in each round",
            summary: "One line for each run; the figures are in the table of rounds.",
            horizontal: .init(title: "round", ticks: ticks, ends: 0.5...Double(rounds) + 0.5),
            vertical: .init(title: "events/s", isLogarithmic: greatest > least * 30), lines: lines)
    }

    var latencyChart: LineChart? {
        let lines = lines { $0.percentilePoints }
        guard !lines.isEmpty else { return nil }
        return LineChart(
            title: "Latency by percentile",
            summary: "One line for each run, from the shortest latency to the longest; the figures are in the results.",
            horizontal: .init(title: "percentile", isLogarithmic: true, name: .percentile),
            vertical: .init(title: "latency", isLogarithmic: true, name: .nanoseconds), lines: lines)
    }

    var memoryChart: LineChart? {
        let lines = lines { $0.memorySamples?.map { LineChart.Point(x: $0.seconds, y: Double($0.bytes)) } }
        guard !lines.isEmpty else { return nil }
        let points = lines.flatMap { $0.parts[0] }
        let mebibytes = AxisScale.linear(to: (points.map(\.y).max() ?? 0) / 1_048_576, start: 0, end: 1).ticks
        return LineChart(
            title: "Anonymous memory over time",
            summary: "One line for each run that was sampled; the figures are in the table of memory.",
            horizontal: .init(title: "seconds measured", ends: 0...max(points.map(\.x).max() ?? 0, .ulpOfOne)),
            vertical: .init(title: "memory", name: .bytes, ticks: mebibytes.map { $0 * 1_048_576 }), lines: lines)
    }

    var throughputCharts: [LineChart] {
        runs.enumerated().compactMap { color, run in
            overTime(
                run, "events per second over time",
                "The slices in order; the slowest and the fastest intervals are in the table of slices.",
                .init(title: "events/s"), [("events/s", color, { $0.eventsPerSecond })])
        }
    }

    var latencyOverTimeCharts: [LineChart] {
        runs.enumerated().compactMap { color, run in
            guard run.intervals?.contains(where: { $0.p99.contains { $0 != nil } }) == true else { return nil }
            let other = color % PageStyle.colors == 6 ? 0 : 6
            return overTime(
                run, "latency over time", "The median and, above it, the 99th percentile of each interval.",
                .init(title: "latency", isLogarithmic: true, name: .nanoseconds),
                [
                    ("p99", color, { $0.p99.map { Double(max(1, $0)) } }),
                    ("p50", other, { $0.p50.map { Double(max(1, $0)) } }),
                ])
        }
    }

    /// A chart over the time of a run's slices, which are laid end to end; `nil` if the run did not record them.
    private func overTime(
        _ run: RunReport, _ title: String, _ summary: String, _ vertical: LineChart.Axis,
        _ values: [(name: String, color: Int, of: (IntervalSeries.Span) -> Double?)]
    ) -> LineChart? {
        guard let slices = run.intervals, slices.contains(where: { !$0.events.isEmpty }) else { return nil }
        var starts = [0.0]
        for slice in slices { starts.append(starts[starts.count - 1] + slice.seconds) }
        let lines = values.enumerated().map { index, value in
            let parts = zip(slices, starts).map { slice, start in
                slice.spans.compactMap { span in
                    value.of(span).map { LineChart.Point(x: start + span.start + span.seconds / 2, y: $0) }
                }
            }
            return LineChart.Line(name: value.name, color: value.color, parts: parts, isPlain: index == 0)
        }
        return LineChart(
            title: "\(run.name): \(title)", summary: summary,
            horizontal: .init(title: "seconds measured", ends: 0...max(starts[slices.count], .ulpOfOne)),
            vertical: vertical, lines: lines, separators: Array(starts[1..<slices.count]))
    }

    /// Ratios of rates, of which greater is better, and ratios of latencies, of which smaller is better.
    var ratioCharts: [RatioChart] {
        [
            ("Rates: right of 1, the first is faster", true), ("Latencies: left of 1, the first is faster", false),
        ].compactMap { title, areRates in
            let bars = ratios.filter { ($0.quantity == nil) == areRates }.compactMap { report in
                report.ratio.map { ratio in
                    let quantity = report.quantity.map { $0 + ", " } ?? ""
                    return RatioChart.Bar(name: "\(quantity)\(report.numerator) / \(report.measure)", ratio: ratio)
                }
            }
            return bars.isEmpty ? nil : RatioChart(title: title, bars: bars)
        }
    }
}

extension RunReport {
    /// Latencies by the inverse of the fraction that exceeds them: 10 at the 90th percentile, 100 at the 99th.
    fileprivate var percentilePoints: [LineChart.Point]? {
        if let distribution = latencyDistribution {
            // The fraction of the maximum is one divided by the count.
            let most = max(1, Double(distribution.count))
            return distribution.steps.map { step in
                let left = 1 - step.percentile / 100
                return LineChart.Point(x: left > 0 ? min(1 / left, most) : most, y: Double(max(1, step.nanoseconds)))
            }
        }
        // Older reports have only these percentiles.
        return latencyNanoseconds.map { summary in
            [(2.0, summary.p50), (10, summary.p90), (100, summary.p99), (1_000, summary.p999)].map {
                LineChart.Point(x: $0, y: Double(max(1, $1)))
            }
        }
    }
}
