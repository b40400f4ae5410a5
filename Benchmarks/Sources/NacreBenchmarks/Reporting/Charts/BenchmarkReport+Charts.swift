extension BenchmarkReport {
    /// Rates by round, if there are several; otherwise `nil`.
    var roundsChart: LineChart? {
        let lines = runs.enumerated().compactMap { color, run -> LineChart.Line? in
            guard let samples = run.eventsPerSecond?.samples, samples.count > 1 else { return nil }
            let points = samples.enumerated().map { LineChart.Point(x: Double($0 + 1), y: $1) }
            return LineChart.Line(name: run.name, color: color, parts: [points], hasMarks: true)
        }
        let rates = lines.flatMap { $0.parts.flatMap { $0.map(\.y) } }.filter { $0 > 0 }
        guard let least = rates.min(), let greatest = rates.max() else { return nil }
        let rounds = lines.map { $0.parts[0].count }.max() ?? 1
        let every = (rounds + 9) / 10
        return LineChart(
            title: "Events a second, round by round",
            summary: "One line for each run; the figures are in the table of rounds.",
            horizontal: .init(
                title: "round", ticks: stride(from: 1, through: rounds, by: every).map(Double.init),
                ends: 0.5...Double(rounds) + 0.5),
            vertical: .init(title: "events/s", isLogarithmic: greatest > least * 30), lines: lines)
    }

    /// Latency by percentile, a line for each run; `nil` without latencies.
    var latencyChart: LineChart? {
        let lines = runs.enumerated().compactMap { color, run -> LineChart.Line? in
            guard let points = run.percentilePoints, !points.isEmpty else { return nil }
            return LineChart.Line(name: run.name, color: color, parts: [points])
        }
        guard !lines.isEmpty else { return nil }
        return LineChart(
            title: "Latency by percentile",
            summary: "One line for each run, from the shortest latency to the longest; the figures are in the results.",
            horizontal: .init(title: "percent of all stay within it", isLogarithmic: true, name: .percentile),
            vertical: .init(title: "latency", isLogarithmic: true, name: .nanoseconds), lines: lines)
    }

    /// Rates over the time of the slices, a chart for each run that recorded them.
    var throughputCharts: [(run: String, chart: LineChart)] {
        runs.enumerated().compactMap { color, run in
            guard let slices = run.intervals, slices.contains(where: { !$0.events.isEmpty }) else { return nil }
            let (starts, seconds) = Self.layout(slices)
            let parts = zip(slices, starts).map { slice, start in
                slice.spans.map { LineChart.Point(x: start + $0.start + $0.seconds / 2, y: $0.eventsPerSecond) }
            }
            return (
                run.name,
                LineChart(
                    title: "\(run.name): events a second over time",
                    summary: "\(slices.count) slices one after the other, \(decimal(seconds, decimals: 1)) seconds in "
                        + "all; the slowest and fastest intervals are in the table of slices.",
                    horizontal: .init(title: "seconds measured", ends: 0...max(seconds, .ulpOfOne)),
                    vertical: .init(title: "events/s"),
                    lines: [LineChart.Line(name: run.name, color: color, parts: parts, isPlain: true)],
                    separators: Array(starts.dropFirst()))
            )
        }
    }

    /// Latencies over the time of the slices, a chart for each run that recorded them.
    var latencyOverTimeCharts: [(run: String, chart: LineChart)] {
        runs.enumerated().compactMap { color, run in
            guard let slices = run.intervals, slices.contains(where: { $0.p99.contains { $0 != nil } }) else {
                return nil
            }
            let (starts, seconds) = Self.layout(slices)
            func line(_ name: String, _ color: Int, _ value: (IntervalSeries.Span) -> UInt64?) -> LineChart.Line {
                let parts = zip(slices, starts).map { slice, start in
                    slice.spans.compactMap { span in
                        value(span).map {
                            LineChart.Point(x: start + span.start + span.seconds / 2, y: Double(max(1, $0)))
                        }
                    }
                }
                return LineChart.Line(name: name, color: color, parts: parts, isPlain: name == "p99")
            }
            return (
                run.name,
                LineChart(
                    title: "\(run.name): latency over time",
                    summary: "The median and, above it, the 99th percentile of each interval.",
                    horizontal: .init(title: "seconds measured", ends: 0...max(seconds, .ulpOfOne)),
                    vertical: .init(title: "latency", isLogarithmic: true, name: .nanoseconds),
                    lines: [line("p99", color, \.p99), line("p50", color % PageStyle.colors == 6 ? 0 : 6, \.p50)],
                    separators: Array(starts.dropFirst()))
            )
        }
    }

    /// Anonymous memory over time, a line for each sampled run; `nil` if there is none.
    var memoryChart: LineChart? {
        let lines = runs.enumerated().compactMap { color, run -> LineChart.Line? in
            guard let samples = run.memorySamples, !samples.isEmpty else { return nil }
            let points = samples.map { LineChart.Point(x: $0.seconds, y: Double($0.bytes)) }
            return LineChart.Line(name: run.name, color: color, parts: [points])
        }
        guard !lines.isEmpty else { return nil }
        let greatest = lines.flatMap { $0.parts.flatMap { $0.map(\.y) } }.max() ?? 0
        let seconds = lines.flatMap { $0.parts.flatMap { $0.map(\.x) } }.max() ?? 0
        let mebibytes = AxisScale.linear(to: greatest / 1_048_576, start: 0, end: 1).ticks.map { $0 * 1_048_576 }
        return LineChart(
            title: "Anonymous memory over time",
            summary: "One line for each run that was sampled; the figures are in the table of memory.",
            horizontal: .init(title: "seconds measured", ends: 0...max(seconds, .ulpOfOne)),
            vertical: .init(title: "memory", name: .bytes, ticks: mebibytes), lines: lines)
    }

    /// Ratios of rates, of which greater is better, and ratios of latencies, of which smaller is better.
    var ratioCharts: [RatioChart] {
        [
            ("Rates: right of 1, the first has more", { (ratio: RatioReport) in ratio.quantity == nil }),
            ("Latencies and others: left of 1, the first has less", { $0.quantity != nil }),
        ].compactMap { title, isMeant in
            let bars = ratios.filter(isMeant).compactMap { report in
                report.ratio.map { ratio in
                    RatioChart.Bar(
                        name: "\(report.quantity.map { $0 + ", " } ?? "")\(report.numerator) / \(report.measure)",
                        ratio: ratio)
                }
            }
            return bars.isEmpty ? nil : RatioChart(title: title, bars: bars)
        }
    }

    /// The start of each slice if they are laid end to end, and their total duration.
    private static func layout(_ slices: [IntervalSeries]) -> (starts: [Double], seconds: Double) {
        slices.reduce(into: ([], 0)) { layout, slice in
            layout.0.append(layout.1)
            layout.1 += slice.seconds
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
