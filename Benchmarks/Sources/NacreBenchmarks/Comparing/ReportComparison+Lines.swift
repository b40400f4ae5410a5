extension ReportComparison {
    /// The figures that every run of both reports has: its rate, and its latencies.
    ///
    /// They count if no engines took turns; otherwise the engines' ratios count. Variants of one engine are not
    /// compared with each other, because both contain the code under test.
    static func ownLines(
        of common: [(RunReport, RunReport)], within tolerance: Double, counts: Bool
    ) -> [Line] {
        common.flatMap { one, other -> [Line] in
            let figures: [(String, Figure.Unit, SampleSummary?, SampleSummary?)] = [
                ("events/s", .perSecond, one.eventsPerSecond, other.eventsPerSecond),
                ("p50", .nanoseconds, one.sliceP50, other.sliceP50),
                ("p99", .nanoseconds, one.sliceP99, other.sliceP99),
            ]
            return figures.compactMap { quantity, unit, before, after in
                line(
                    Work(one).label, quantity, unit, before, after, within: tolerance,
                    moreIsBetter: unit == .perSecond, counts: counts)
            }
        }
    }

    /// The figures of engines that took turns: their ratios, and ratios of latencies that have none; only ratios to
    /// another engine count.
    ///
    /// The ratio of an append's latency to a commit's latency means nothing by itself, but its change does: a machine
    /// that is slower today does not change it. A ratio to commits of the engine's own group size does not count: if
    /// the engine's groups get smaller, so do those commits.
    static func sharedLines(
        of ratios: [(RatioReport, RatioReport)], _ common: [(RunReport, RunReport)], within tolerance: Double,
        where isBetweenEngines: (RatioReport) -> Bool
    ) -> [Line] {
        func share(
            _ quantity: String, of one: RatioReport, _ before: SampleSummary?, _ after: SampleSummary?,
            counts: Bool = true
        ) -> Line? {
            line(
                one.numerator, "\(quantity), as a share of \(one.denominator)", .ratio, before, after,
                within: tolerance, moreIsBetter: quantity == "events/s", counts: counts && isBetweenEngines(one))
        }
        let lines = ratios.compactMap { share($0.quantityName, of: $0, $0.ratio, $1.ratio) }
        let compared = Set(ratios.map { [$0.0.numerator, $0.0.denominator, $0.0.quantityName] })
        let latencies: [(String, (RunReport) -> SampleSummary?)] = [("p50", \.sliceP50), ("p99", \.sliceP99)]
        return lines
            + ratios.filter { $0.0.quantity == nil }.flatMap { one, _ -> [Line] in
                let above = common.first { $0.0.name == one.numerator }
                let below = common.first { $0.0.name == one.denominator }
                guard let above, let below else { return [] }
                return latencies.compactMap { quantity, samples in
                    guard !compared.contains([one.numerator, one.denominator, quantity]) else { return nil }
                    return share(
                        quantity, of: one, ratio(samples(above.0), samples(below.0)),
                        ratio(samples(above.1), samples(below.1)),
                        counts: below.0.parameters.eventsPerCommit != "same")
                }
            }
    }

    private static func ratio(_ above: SampleSummary?, _ below: SampleSummary?) -> SampleSummary? {
        guard let above, let below else { return nil }
        let ratio = SampleSummary(ratiosOf: above.samples, to: below.samples)
        return above.areIndependent && below.areIndependent ? ratio : ratio?.ofOneStore
    }

    /// A figure of both sides, or of the first alone, for which no difference can be stated.
    private static func line(
        _ name: String, _ quantity: String, _ unit: Figure.Unit, _ before: SampleSummary?, _ after: SampleSummary?,
        within tolerance: Double, moreIsBetter: Bool, counts: Bool
    ) -> Line? {
        guard let before else { return nil }
        var difference: MedianRatio?
        if let after {
            difference =
                before.areIndependent && after.areIndependent
                ? MedianRatio(of: after.samples, to: before.samples)
                : MedianRatio(ofMedians: after.samples, to: before.samples)
        }
        let verdict = difference?.verdict(within: tolerance, moreIsBetter: moreIsBetter) ?? .undecided
        return Line(
            name: name, quantity: quantity, unit: unit, first: Side(before.samples),
            second: after.flatMap { Side($0.samples) }, difference: difference, verdict: verdict, counts: counts)
    }
}

extension ReportComparison {
    /// The ratios of the first report paired with those of the second, in the order of the first.
    ///
    /// A ratio of common runs that is missing in the second, because one of its runs has no rate, has no value.
    static func pairs(
        _ first: [RatioReport], _ second: [RatioReport], of common: [(RunReport, RunReport)]
    ) -> [(RatioReport, RatioReport)] {
        let names = Set(common.map(\.0.name))
        return first.compactMap { one in
            let other = second.first {
                $0.numerator == one.numerator && $0.denominator == one.denominator && $0.quantity == one.quantity
            }
            if let other { return (one, other) }
            guard names.isSuperset(of: [one.numerator, one.denominator]) else { return nil }
            var missing = one
            missing.ratio = nil
            return (one, missing)
        }
    }
}

extension RatioReport {
    /// Whether it compares two engines, and not variants of one engine.
    func isBetweenEngines(_ engines: [String: EngineName]) -> Bool {
        guard let above = engines[numerator], let below = engines[denominator] else { return true }
        return above != below
    }
}
