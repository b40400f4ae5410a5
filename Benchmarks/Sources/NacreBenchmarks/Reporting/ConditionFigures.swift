/// What conditions cost each engine, as figures of its run with conditions.
enum ConditionFigures {
    /// Notes the appends that were refused, and the rate as a part of those without conditions, where the audits of
    /// both passed.
    static func note(in results: inout [ContenderResult]) {
        for index in results.indices where results[index].contender.variant?.load.conditions != nil {
            let own = results[index]
            results[index].note("appends refused, as they had to be", Double(own.refusals), .count)
            for other in results where other.contender.engine.name == own.contender.engine.name {
                // A run that is struck out has no figures, and is none to compare with.
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
