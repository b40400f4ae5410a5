extension StandardSuite {
    static let endurance = SuiteGroup(
        title: "Endurance",
        introduction: """
            Several processes fill one store without syncs, so that the disk is excluded; then the store is verified and \
            audited.
            """,
        steps: [soak])

    private static let soak = SuiteStep(
        name: "soak",
        question: "Do memory and files stay within their bounds while four processes append at full speed?",
        workload: "soak",
        arguments: Sized("--processes 4")
            // As with d: below a million events, flatness of memory is not judged.
            + Sized(quick: "--events 20000", reduced: "--events 900000", full: "--events 50000000")
            + "--payload-bytes 32 --durability unsynced",
        seconds: Sized(quick: 3, reduced: 18, full: 420), mebibytes: Sized(quick: 256, reduced: 512, full: 9_216),
        asks: [
            .ask(.promise("anonymous memory is flat"), .holds),
            .ask(.promise("the log takes as many bytes an event"), .holds),
            .ask(.promise("all files take no more bytes an event"), .holds),
        ])
}
