extension StandardSuite {
    /// Reading one store, which is filled once: the steps run consecutively, while its pages are in the page cache.
    static let reading = SuiteGroup(
        title: "Reading",
        introduction: """
            One store for each format, filled with single appends in rounds over all streams, so that every stream has \
            100 events, scattered over the log; for the step read a smaller one, with ids and tags.
            """,
        steps: [replay, sequence, streams, opening, single])

    private static let single = SuiteStep(
        name: "read", question: "How long does one read take: the newest events of a stream or tag, a page, an id?",
        workload: "read", engines: withSQLite,
        arguments: slices + tagged + "--kind stream-backward --kind tag-backward --kind log-forward --kind id",
        stores: "tagged", seconds: Sized(quick: 5, reduced: 50, full: 330),
        mebibytes: Sized(quick: 256, reduced: 512, full: 4_096), asks: [.tell(.ratio(to: "sqlite"))])

    /// The store for reading; the same arguments find the filled store again.
    private static let filled = Sized(
        quick: "--events 20000 --streams 200 --writers 50", reduced: "--events 1000000 --streams 10000",
        full: "--events 10000000")

    private static let room = Sized(quick: 256, reduced: 1_024, full: 9_216)

    private static let replay = SuiteStep(
        name: "g",
        question: "How many events does a replay read per second, every byte touched and every checksum verified?",
        workload: "replay", engines: withCeiling,
        arguments: passes + filled + Sized(quick: "--cold-runs 1", reduced: "--cold-runs 2", full: "--cold-runs 4"),
        stores: "log", seconds: Sized(quick: 4, reduced: 60, full: 420), mebibytes: room,
        asks: [
            .ask(.ratio(to: "lmdb"), .atLeast(0.6)),
            .ask(.ratio(to: "sqlite"), .atLeast(3)),
            .ask(.memory, .atMost(mostMemory)),
        ])

    private static let sequence = SuiteStep(
        name: "h", question: "How many events per second does the AsyncSequence deliver as copied values?",
        workload: "replay", engines: withSQLite, arguments: passes + filled + "--path sequence",
        stores: "log", seconds: Sized(quick: 2, reduced: 12, full: 150), mebibytes: room,
        asks: [
            .ask(.ratio(to: "sqlite"), .atLeast(1.5)),
            .ask(.rate, .atLeast(2_000_000)),
            .ask(.memory, .atMost(mostMemory)),
        ])

    private static let streams = SuiteStep(
        name: "i", question: "How long does loading one stream of 100 events take?",
        workload: "streams", engines: withSQLite, arguments: slices + filled,
        stores: "log", seconds: Sized(quick: 2, reduced: 12, full: 60), mebibytes: room,
        asks: [
            .ask(.ratio(to: "sqlite", of: "p50"), .atMost(0.5)),
            .ask(.ratio(to: "sqlite", of: "p99"), .atMost(0.5)),
        ])

    private static let opening = SuiteStep(
        name: "j",
        question: "How long do opening a store and the first read take if its index lags by a full tail?",
        workload: "opening",
        arguments: filled + Sized(quick: "--runs 3 --cold-runs 1", reduced: "--cold-runs 2", full: "--cold-runs 4"),
        stores: "log", seconds: Sized(quick: 3, reduced: 18, full: 45), mebibytes: room,
        asks: [.ask(.figure("warm, median", .nanoseconds), .atMost(100e6))])
}
