extension StandardSuite {
    static let kernel = SuiteGroup(
        title: "Applications",
        introduction: "The events and projections of the features Items and Profile.",
        steps: [rebuild, decode, command, lag, serve, rebuildMemory])

    private static let rebuild = SuiteStep(
        name: "rebuild",
        question: "How fast is the items' read model rebuilt from the log?",
        workload: "rebuild", engines: withSQLite,
        arguments: Sized(
            quick: "--runs 1 --cold-runs 1 --events 10000 --streams 1000",
            reduced: "--runs 5 --cold-runs 1 --events 200000 --streams 20000",
            full: "--runs 7 --cold-runs 3 --events 1000000 --streams 100000") + "--payload-bytes 64",
        seconds: Sized(quick: 2, reduced: 25, full: 120), mebibytes: Sized(quick: 256, reduced: 1_024, full: 3_072),
        asks: [.ask(.ratio(to: "sqlite"), .atLeast(5)), .ask(.rate, .atLeast(1_000_000))])

    private static let decode = SuiteStep(
        name: "decode", question: "How fast are typed events decoded from the mapped file?",
        workload: "decode",
        arguments: passes
            + Sized(
                quick: "--cold-runs 1 --events 10000 --streams 1000",
                reduced: "--cold-runs 1 --events 200000 --streams 20000", full: "--cold-runs 3 --events 1000000")
            + "--payload-bytes 64",
        seconds: Sized(quick: 2, reduced: 12, full: 50), mebibytes: Sized(quick: 256, reduced: 512, full: 1_024),
        asks: [.ask(.ratio(to: "nacre, JSONDecoder"), .atLeast(5))])

    private static let command = SuiteStep(
        name: "command",
        question: "What does a command cost compared with its append, on 100 events, and on 10,000 with a snapshot?",
        workload: "command",
        arguments: Sized(
            quick: "--runs 1 --commands 32 --long-events 500", reduced: "--runs 5 --commands 512 --long-events 2000",
            full: "--runs 7") + "--payload-bytes 64",
        seconds: Sized(quick: 3, reduced: 25, full: 90), mebibytes: Sized(quick: 256, reduced: 512, full: 2_048),
        asks: [
            .ask(.figure("p50, of that of the append alone", .ratio), .below(4)),
            .ask(.figure("p50, of that of a command on 100 events", .ratio), .atMost(1)),
        ])

    private static let lag = SuiteStep(
        name: "lag",
        question: "How far do read models lag while 50,000 events arrive per second?",
        workload: "lag",
        // Runs of less than a second are not judged: they show only the start.
        arguments: Sized(
            quick: "--runs 1 --slice-seconds 0.1 --streams 500 --events-per-second 5000",
            reduced: "--runs 5 --slice-seconds 1", full: "--runs 7"),
        seconds: Sized(quick: 3, reduced: 16, full: 45), mebibytes: Sized(quick: 256, reduced: 1_024, full: 2_048),
        asks: [.ask(.figure("p99 of a round", .nanoseconds), .atMost(50e6))])

    private static let rebuildMemory = SuiteStep(
        name: "rebuild-memory",
        question: "How much memory does a rebuild from a long log take?",
        workload: "rebuild",
        arguments: Sized(
            quick: "--runs 1 --events 20000 --streams 1000", reduced: "--runs 1 --events 1000000 --streams 20000",
            full: "--runs 1 --events 10000000 --streams 100000") + "--payload-bytes 64",
        seconds: Sized(quick: 2, reduced: 18, full: 90), mebibytes: Sized(quick: 256, reduced: 1_024, full: 6_144),
        asks: [.ask(.memory, .atMost(mostMemory)), .ask(.promise("anonymous memory is flat"), .holds)])
}
