extension Contender {
    /// The three loads that show the cost of conditions for an engine: with conditions, with neither, with tags alone.
    ///
    /// The reference is the plain load, which is that of the workload `append`; tags alone separate the cost of
    /// checking conditions from that of the tags.
    static func conditionContenders(_ engine: any BenchmarkEngine, load: AppendLoad) -> [Contender] {
        var tagged = load
        tagged.labels = .tag
        var conditional = tagged
        conditional.conditions = ConditionRule()
        return [("with conditions", conditional), ("with neither", load), ("with tags alone", tagged)].map {
            Contender(engine: engine, rule: .whatWaits, variant: Variant(name: $0, load: $1))
        }
    }
}
