import ArgumentParser

struct ConditionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conditions",
        abstract: "Append with concurrent writers, half of the appends with an append condition, and without.",
        discussion: """
            Each engine runs three times in turn: with conditions; with neither tags nor conditions, which is the load of \
            append and the reference; and with the same tags alone. A condition concerns one of 10,000 tags, after the \
            head that was read just before; one in a hundred concerns an event that is in the log, and must be refused. \
            Refused appends take time, but do not count in the rate.

            EXAMPLES
              nacre-bench conditions --engine nacre
              nacre-bench conditions --engine nacre --writers 64 --runs 7 --json conditions.json
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions

    @Option(help: "Concurrent writers.")
    var writers = 256

    @OptionGroup var appends: AppendSizeOptions

    @Option(help: "End a slice after this many events, even if time remains.")
    var events: Int?

    func validate() throws {
        try require(events, atLeast: 1, "--events")
        try options.requireStreams(for: writers)
        try require(
            writers <= EventLabels.recurringTags,
            "every writer needs a tag of its own: --writers must be at most \(EventLabels.recurringTags), not "
                + "\(writers)")
        try options.requireAbilities([.labels, .conditions], for: "conditions")
    }

    func run() async throws {
        let plain = options.load(writers: writers, eventsPerAppend: appends.events)
        let workload = AppendWorkload(
            contenders: options.benchmarkEngines.flatMap { Contender.conditionContenders($0, load: plain) },
            load: plain, budget: SliceBudget(seconds: slices.sliceSeconds, events: events), runs: slices.runs)
        try await Session(.conditions, options, load: plain, slices: slices, events: events)
            .run(workload) { ContenderResult.noteConditionCosts(in: &$0) }
    }
}

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

extension ContenderResult {
    /// Adds the refused appends, and the rate divided by that without conditions, if the audits of both passed.
    static func noteConditionCosts(in results: inout [ContenderResult]) {
        for index in results.indices where results[index].contender.variant?.load.conditions != nil {
            let own = results[index]
            results[index].note("appends refused as expected", Double(own.refusals), .count)
            for other in results where other.contender.engine.name == own.contender.engine.name {
                guard own.audit.passed, other.audit.passed,
                    let variant = other.contender.variant, variant.load.conditions == nil,
                    let ratio = SampleSummary(ratiosOf: own.eventsPerSecond, to: other.eventsPerSecond)
                else { continue }
                let reference = variant.load.labels == .none ? ", the reference" : ""
                results[index].note("of the rate \(variant.name)\(reference)", ratio.median, .ratio)
            }
        }
    }
}
