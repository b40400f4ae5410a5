/// The cost of conditions for each engine, as figures of its run with conditions.
enum ConditionFigures {
    /// Records the refused appends, and the rate divided by that without conditions, if the audits of both passed.
    static func note(in results: inout [ContenderResult]) {
        for index in results.indices where results[index].contender.variant?.load.conditions != nil {
            let own = results[index]
            results[index].note("appends refused, as they had to be", Double(own.refusals), .count)
            for other in results where other.contender.engine.name == own.contender.engine.name {
                // A run with a failed audit has no figures to compare.
                guard own.audit.passed, other.audit.passed,
                    let variant = other.contender.variant, variant.load.conditions == nil,
                    let ratio = SampleSummary(ratiosOf: own.eventsPerSecond, to: other.eventsPerSecond)
                else { continue }
                let judged = variant.load.labels == .none ? ", which is what counts" : ""
                results[index].note("of the rate \(variant.name)\(judged)", ratio.median, .ratio)
            }
        }
    }
}
