extension StandardSuite {
    static let serve = SuiteStep(
        name: "serve",
        question: "How many requests does the served kernel answer at 64 connections, beside the same API on SQLite?",
        workload: "serve", engines: [.nacre, .sqlite, .sqliteGroup],
        arguments: Sized(
            quick: "--runs 1 --slice-seconds 0.1 --connections 8 --accounts 2 --items 64 --rate 200",
            reduced: "--runs 5 --slice-seconds 0.3 --sessions 1 --rate 500", full: "--runs 7 --rate 500")
            + "--payload-bytes 64",
        seconds: Sized(quick: 6, reduced: 45, full: 190), mebibytes: Sized(quick: 128, reduced: 512, full: 1_024),
        asks: [
            .ask(.ratio(to: "sqlite, creating"), .atLeast(2)),
            .ask(.ratio(to: "sqlite-group, creating"), .atLeast(2)),
            .ask(.ratio(to: "sqlite, listing"), .atLeast(1)),
            .ask(.ratio(to: "sqlite-group, listing"), .atLeast(1)),
            .tell(.figure("p99 of a request", .nanoseconds, of: "creating")),
            .tell(.figure("p99 of a request", .nanoseconds, of: "listing")),
        ])
}
