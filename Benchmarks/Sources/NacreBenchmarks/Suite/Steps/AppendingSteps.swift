extension StandardSuite {
    static let appending = SuiteGroup(
        title: "Appending",
        introduction: """
            Each writer waits for its answer before its next append; 256 bytes per event, 100,000 streams drawn \
            uniformly, the exact version expected, unless the question differs.
            """,
        steps: [
            manyWriters, oneWriter, someWriters, moreWriters, company, largeAppends, conditions, growing,
            growingWithTags, paced, beside,
        ],
        sharedRows: [
            .init(name: "l", question: "How much anonymous memory does a growing store take?"),
            .init(name: "m", question: "How much disk space does a growing store take?"),
        ])

    private static let manyWriters = SuiteStep(
        name: "a",
        question: "How many single events do 256 writers append per second?",
        workload: "append", engines: withCeilings,
        arguments: appends + "--writers 256",
        seconds: Sized(quick: 5, reduced: 42, full: 330), mebibytes: Sized(quick: 256, reduced: 512, full: 1_024),
        asks: [
            .ask(.ratio(to: "lmdb at the same a commit"), .atLeast(0.6)),
            .tell(.ratio(to: "journal at the same a commit")),
            // With one write for a group instead of two syncs, groups need not be large.
            .tell(.groupShare),
            .ask(.ratio(to: "sqlite"), .atLeast(15)),
            .ask(.ratio(to: "sqlite-group"), .atLeast(5)),
        ])

    private static let oneWriter = SuiteStep(
        name: "b", question: "How many single events does one writer append per second?",
        workload: "append", engines: withCeilings, arguments: appends + "--writers 1",
        seconds: Sized(quick: 3, reduced: 24, full: 160), mebibytes: Sized(quick: 256, reduced: 256, full: 256),
        asks: [
            .ask(.ratio(to: "journal at the same a commit"), .atLeast(0.8)),
            .ask(.ratio(to: "sqlite"), .atLeast(1.3)),
            .ask(.ratio(to: "sqlite-group"), .atLeast(1.3)),
        ])

    private static let someWriters = SuiteStep(
        name: "b-16", question: "How many single events do 16 writers append per second?",
        workload: "append", engines: withCeilings, arguments: appends + "--writers 16",
        seconds: Sized(quick: 4, reduced: 24, full: 260), mebibytes: Sized(quick: 256, reduced: 256, full: 512),
        asks: [.ask(.ratio(to: "sqlite-group"), .atLeast(2.2))])

    private static let moreWriters = SuiteStep(
        name: "b-64", question: "How many single events do 64 writers append per second?",
        workload: "append", engines: withCeilings, arguments: appends + "--writers 64",
        seconds: Sized(quick: 4, reduced: 24, full: 260), mebibytes: Sized(quick: 256, reduced: 512, full: 1_024),
        asks: [
            .ask(.ratio(to: "sqlite-group"), .atLeast(3.5)),
            .ask(.ratio(to: "sqlite"), .atLeast(15)),
        ])

    private static let company = SuiteStep(
        name: "b-64-company",
        question: "How many single events do 64 writers append per second beside another process with the same store?",
        workload: "append", engines: [.nacre, .nacreUnjournaled, .nacreShared, .nacreFollowed, .nacreInspected],
        arguments: appends + "--writers 64",
        seconds: Sized(quick: 3, reduced: 14, full: 190), mebibytes: Sized(quick: 256, reduced: 512, full: 1_024),
        asks: [
            .tell(.ratio(to: "nacre-unjournaled")), .tell(.ratio(to: "nacre-shared")),
            .tell(.ratio(to: "nacre-followed")), .tell(.ratio(to: "nacre-inspected")),
        ])

    private static let largeAppends = SuiteStep(
        name: "c", question: "How many events does one writer append per second, 1,000 at a time?",
        workload: "append", engines: withCeiling, arguments: slices + "--writers 1 --events-per-append 1000",
        seconds: Sized(quick: 4, reduced: 30, full: 150), mebibytes: Sized(quick: 512, reduced: 1_024, full: 4_096),
        asks: [
            .ask(.ratio(to: "lmdb at the same a commit"), .atLeast(0.5)),
            .ask(.ratio(to: "sqlite"), .atLeast(8)),
        ])

    private static let conditions = SuiteStep(
        name: "f",
        question: "What do append conditions cost if half of the appends have one, and 1 % of those are refused?",
        workload: "conditions", arguments: slices + "--writers 256",
        seconds: Sized(quick: 3, reduced: 18, full: 110), mebibytes: Sized(quick: 256, reduced: 512, full: 1_024),
        asks: [.ask(.ratio(to: "nacre, with neither"), .atLeast(0.7))])

    private static let growing = SuiteStep(
        name: "d",
        question: "Does a growing store, with its index, stay fast with 16 writers and 100 events per append?",
        workload: "fill", engines: withSQLite,
        arguments: Sized("--writers 16 --events-per-append 100")
            // Below a million events, memory is still growing to its limit, so flatness is not judged.
            + Sized(
                quick: "--events 50000 --turns 10", reduced: "--events 900000 --turns 20",
                full: "--events 10000000 --turns 50"),
        seconds: Sized(quick: 4, reduced: 35, full: 330), mebibytes: Sized(quick: 512, reduced: 1_536, full: 12_288),
        asks: [
            .ask(.ratio(to: "sqlite"), .atLeast(4)),
            .ask(.figure("last tenth / first tenth", .ratio), .atLeast(0.85)),
            .ask(.memory, .atMost(mostMemory), row: "l"),
            .ask(.promise("anonymous memory is flat"), .holds, row: "l"),
            .ask(.disk(file: "log.mdb"), .atMost(1.25), row: "m"),
            .ask(.disk(file: nil), .atMost(1.6), row: "m"),
        ])

    private static let growingWithTags = SuiteStep(
        name: "e",
        question: "Does a growing store stay fast with a random id and two tags per event, one of them unique?",
        workload: "fill", engines: withSQLite,
        arguments: Sized("--writers 16 --events-per-append 100")
            + Sized(
                quick: "--events 20000 --turns 10", reduced: "--events 300000 --turns 20",
                full: "--events 2000000 --turns 50")
            + "--labels id-and-tags",
        seconds: Sized(quick: 4, reduced: 48, full: 260), mebibytes: Sized(quick: 512, reduced: 1_024, full: 6_144),
        asks: [
            .ask(.ratio(to: "sqlite"), .atLeast(2)),
            .ask(.figure("last tenth / first tenth", .ratio), .atLeast(0.8)),
            .ask(.memory, .atMost(mostMemory), row: "l"),
            .ask(.promise("anonymous memory is flat"), .holds, row: "l"),
        ])

    private static let paced = SuiteStep(
        name: "k-paced",
        question: "How long does a single append take at half of the maximum rate, with index and projections?",
        workload: "paced", engines: [.nacre, .nacreUnjournaled], arguments: slices,
        seconds: Sized(quick: 4, reduced: 36, full: 200), mebibytes: Sized(quick: 256, reduced: 512, full: 1_024),
        asks: [
            .ask(.figure("p99 / sync", .ratio, of: "nacre"), .atMost(20)),
            .tell(.figure("p99 / sync", .ratio, of: "nacre-unjournaled")),
        ])

    private static let beside = SuiteStep(
        name: "k-beside",
        question: "How long does an append of a light process take beside a busy one?",
        workload: "beside", arguments: slices,
        seconds: Sized(quick: 3, reduced: 15, full: 60), mebibytes: Sized(quick: 256, reduced: 512, full: 1_024),
        asks: [.ask(.figure("light process, longest", .nanoseconds), .atMost(50e6))])

    /// The most anonymous memory that a store may take, in bytes.
    static let mostMemory = Double(ContenderResult.mostMemory)
}
