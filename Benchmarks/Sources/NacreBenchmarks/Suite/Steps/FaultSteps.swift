extension StandardSuite {
    static let faults = SuiteGroup(
        title: "Faults",
        introduction: """
            Processes are killed under load at random moments. Everything acknowledged, which is recorded outside the \
            store, must be in the log afterwards, and no partial commit. Clients of several processes contend, and \
            every answer is checked against the log.
            """,
        steps: [crash, recovery, consistency])

    private static let crash = SuiteStep(
        name: "crash", question: "Does every acknowledged event survive a kill, and how long is recovery?",
        workload: "crash",
        arguments: Sized(quick: "--cycles 2 --cycle-milliseconds 200", reduced: "--cycles 20", full: "--cycles 200"),
        seconds: Sized(quick: 3, reduced: 30, full: 300), mebibytes: Sized(quick: 256, reduced: 512, full: 2_048),
        asks: [
            .tell(.figure("kills that fell midway", .count)),
            .tell(.figure("commits acknowledged before a kill", .count)),
            .tell(.figure("recovery, p99", .nanoseconds)),
            .tell(.figure("recovery, longest", .nanoseconds)),
        ])

    private static let recovery = SuiteStep(
        name: "recovery",
        question: "How soon after a kill does the next process append, with a current index and one far behind?",
        workload: "recovery",
        arguments: Sized(
            quick: "--events 5000 --runs 1 --load-seconds 0.5 --streams 500 --writers 17",
            reduced: "--events 100000 --runs 5 --load-seconds 0.5",
            full: "--events 100000 --events 1000000 --runs 20"),
        seconds: Sized(quick: 6, reduced: 30, full: 240), mebibytes: Sized(quick: 256, reduced: 512, full: 2_048),
        asks: [
            .tell(.figure("opening, longest", .nanoseconds, of: "the index as the kill left it")),
            .tell(.figure("the first append, longest", .nanoseconds, of: "the index as the kill left it")),
            .tell(.figure("opening, longest", .nanoseconds, of: "the index far behind")),
            .tell(.figure("the first append, longest", .nanoseconds, of: "the index far behind")),
        ])

    private static let consistency = SuiteStep(
        name: "consistency", question: "Is every answer to contending clients in several processes correct?",
        workload: "consistency",
        arguments: Sized(
            quick: "--processes 2 --clients 4 --seconds 1", reduced: "--seconds 8",
            full: "--processes 4 --clients 16 --seconds 30"),
        seconds: Sized(quick: 3, reduced: 20, full: 120), mebibytes: Sized(quick: 256, reduced: 512, full: 2_048),
        asks: [
            .tell(.figure("appends accepted", .count)),
            .tell(.figure("appends refused for a rule of theirs", .count)), .tell(.figure("reads", .count)),
        ])
}
