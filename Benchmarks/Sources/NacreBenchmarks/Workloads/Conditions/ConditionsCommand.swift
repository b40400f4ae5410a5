import ArgumentParser

/// The workload `conditions`.
struct ConditionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conditions",
        abstract: "Append by concurrent writers, half of the appends under a condition, beside the same without.",
        discussion: """
            Each engine runs three times in turn: with conditions, with neither tags nor conditions (which is what the \
            workload append does, and what conditions are judged by), and with the same tags alone. A condition is on \
            one of 10,000 tags, after the head that was read just before; one in a hundred is on an event that is in \
            the log, and has to be refused. Appends that are refused count for the time and not for the rate.

            EXAMPLES
              nacre-bench conditions --engine nacre
              nacre-bench conditions --engine nacre --writers 64 --runs 7 --json conditions.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @Option(help: "Writers that append at the same time.")
    var writers = 256

    @Option(help: "Events in each append, all to one stream.")
    var eventsPerAppend = 1

    @Option(help: "Events after which a slice ends, if its seconds are not over before.")
    var events: Int?

    func validate() throws {
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try require(events, atLeast: 1, "--events")
        try options.requireStreams(for: writers)
        guard writers <= EventLabels.recurringTags else {
            throw ValidationError(
                "every writer needs a tag of its own: --writers is at most \(EventLabels.recurringTags), this is "
                    + "\(writers)")
        }
        try options.requireAbilities([.labels, .conditions], for: "conditions")
    }

    func run() async throws {
        let plain = options.load(writers: writers, eventsPerAppend: eventsPerAppend)
        let workload = AppendWorkload(
            contenders: options.benchmarkEngines.flatMap { Contender.conditionContenders($0, load: plain) },
            load: plain, budget: SliceBudget(seconds: slices.sliceSeconds, events: events), runs: slices.runs)
        try await Session(.conditions, options, load: plain, slices: slices, events: events)
            .run(workload, finishing: ConditionFigures.note)
    }
}
