extension StandardSuite {
    /// Latency for callers: appends at due times, contention for streams, concurrent reads and writes.
    static let load = SuiteGroup(
        title: "Under load",
        introduction: """
            If appends are due at a rate, a latency counts from the due time, whether or not earlier appends have been \
            answered. If callers share streams, a conflict is retried.
            """,
        steps: [openLoop, highestRate, contention, mixedReading, mixedDeciding])

    /// Nacre, and the SQLite engine that suits many callers, in both settings.
    private static let withGroups: [EngineName] = [.nacre, .sqliteGroup, .sqliteGroupLarge]

    private static let openLoop = SuiteStep(
        name: "open-loop", question: "How long does an append take while 20,000 are due per second?",
        workload: "append", engines: withGroups,
        arguments: Sized(
            quick: "--runs 1 --slice-seconds 0.3 --rate 500",
            reduced: "--runs 5 --slice-seconds 1.5 --warm-up-seconds 0.5 --rate 20000",
            full: "--runs 7 --slice-seconds 10 --warm-up-seconds 2 --rate 20000"),
        seconds: Sized(quick: 3, reduced: 40, full: 320), mebibytes: Sized(quick: 256, reduced: 512, full: 1_024),
        asks: [.tell(.ratio(to: "sqlite-group", of: "p99"))])

    private static let highestRate = SuiteStep(
        name: "rate", question: "What is the highest rate at which 99 of 100 appends are answered within 25 ms?",
        workload: "rate", engines: [.nacre, .sqliteGroup],
        arguments: Sized(
            quick: "--runs 1 --slice-seconds 0.1 --warm-up-seconds 0 --p99-milliseconds 50 --first-rate 1000",
            reduced: "--runs 3 --slice-seconds 1 --warm-up-seconds 0.2 --p99-milliseconds 25 --first-rate 4000",
            full: "--runs 6 --slice-seconds 5 --p99-milliseconds 25 --first-rate 4000"),
        seconds: Sized(quick: 10, reduced: 60, full: 420), mebibytes: Sized(quick: 512, reduced: 1_024, full: 2_048),
        asks: [
            .tell(.figure("highest rate that held", .perSecond)),
            .tell(.figure("share of the rounds in which it held", .ratio)), .tell(.ratio(to: "sqlite-group")),
        ])

    private static let contention = SuiteStep(
        name: "contention",
        question: "How many attempts of 64 writers are accepted on 16 streams, some of them hot?",
        workload: "contention", engines: [.nacre, .sqlite, .sqliteLarge],
        arguments: slices + "--streams 16 --writers 64",
        seconds: Sized(quick: 3, reduced: 18, full: 70), mebibytes: Sized(quick: 256, reduced: 512, full: 1_024),
        asks: [
            .tell(.figure("goodput: accepted of the attempts", .ratio)),
            .tell(.figure("fairness between writers, Jain's index", .ratio)),
            .tell(.ratio(to: "sqlite")),
        ])

    /// The store with ids and tags; the same arguments find the filled store again.
    static let tagged = Sized(
        quick: "--events 10000 --streams 500 --writers 50", reduced: "--events 100000 --streams 5000",
        full: "--events 1000000 --streams 50000")

    private static let mixedReading = SuiteStep(
        name: "mixed-read", question: "How fast are whole streams read while 5 % of the operations append?",
        workload: "mixed", engines: withSQLite, arguments: slices + tagged + "--mix read-heavy", stores: "tagged",
        seconds: Sized(quick: 4, reduced: 35, full: 200), mebibytes: Sized(quick: 256, reduced: 1_024, full: 6_144),
        asks: [.tell(.ratio(to: "sqlite"))])

    private static let mixedDeciding = SuiteStep(
        name: "mixed-decide", question: "How fast are operations if half load a stream, decide and append to it?",
        workload: "mixed", engines: withSQLite, arguments: slices + tagged + "--mix load-decide-append",
        stores: "tagged",
        seconds: Sized(quick: 3, reduced: 20, full: 120), mebibytes: Sized(quick: 256, reduced: 1_024, full: 6_144),
        asks: [.tell(.ratio(to: "sqlite"))])
}
