extension StandardSuite {
    static let operations = SuiteGroup(
        title: "Operations",
        introduction: "A store in use: subscriptions, and an operator's tasks.",
        steps: [subscribers, maintenance])

    private static let subscribers = SuiteStep(
        name: "subscribers", question: "How long does an event take from its append to subscribers in another process?",
        workload: "subscribers",
        // Slices of a second or more are judged.
        arguments: Sized(
            quick: "--runs 1 --slice-seconds 0.3 --events 5000 --events-per-second 500",
            reduced: "--runs 5 --slice-seconds 1 --events-per-second 5000",
            full: "--runs 7 --events 1000000 --events-per-second 5000")
            + "--processes 2",
        seconds: Sized(quick: 4, reduced: 20, full: 90), mebibytes: Sized(quick: 256, reduced: 512, full: 2_048),
        asks: [
            .ask(.promise("99 of 100 events are handed out"), .holds),
            .tell(.figure("from the answer, all that keep pace, p99", .nanoseconds)),
            .tell(.figure("catching up from 0", .eventsPerSecond)),
        ])

    private static let maintenance = SuiteStep(
        name: "operations",
        question: "What do opening, a backup under load, verification, a new index and slow readers cost?",
        workload: "operations",
        arguments: Sized(
            quick: """
                --runs 1 --events 5000 --streams 200 --writers 50 --events-per-second 500 --around-seconds 0.1 --pinned-events 500 \
                --reader-seconds 0.3
                """,
            reduced: """
                --runs 2 --events 200000 --streams 2000 --events-per-second 5000 --around-seconds 0.5 --pinned-events 20000 \
                --reader-seconds 2
                """,
            full: "--events 1000000 --streams 10000 --events-per-second 5000"),
        seconds: Sized(quick: 8, reduced: 50, full: 240), mebibytes: Sized(quick: 512, reduced: 1_024, full: 4_096),
        asks: [
            .ask(.promise("a log grows no more beside a slow export"), .holds),
            .tell(.figure("backup: rate", .bytesPerSecond)),
            .tell(.figure("verify: rate", .eventsPerSecond)),
            .tell(.figure("rebuild: rate", .eventsPerSecond)),
        ])
}
