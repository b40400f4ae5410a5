import ArgumentParser

struct MixedCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "mixed",
        abstract: "Read and append concurrently, in given shares, on a filled store.",
        discussion: """
            A store is filled and audited first, outside the measured time, with ids and tags; every slice works on a \
            fresh copy of it. Each client draws one operation after the other. The named mixes follow the core workloads \
            of YCSB: update-heavy (A: read=50,append=50), read-heavy (B: read=95,append=5), read-only (C: read=100), \
            read-latest (D: read=95,create=5, the newest streams preferred), query-heavy (E: query=95,create=5), \
            load-decide-append (F: read=50,update=50); everything has all operations. --shares gives other shares, 100 in \
            total, of:
              read        read a whole stream
              append      append an event to a stream, at any version
              update      read a whole stream, then append at the version read; on conflict, retry
              create      append the first event of a new stream
              query       read the newest events with a tag
              query-type  read events of a type, upwards from a position
              newest      read the newest page of the log
            events/s counts events read and appended; the figures have operations per second. The audit checks the log \
            against what was filled and accepted, and every read against the log: it must show the log with everything \
            acknowledged before the read began.

            EXAMPLES
              nacre-bench mixed --engine nacre --engine sqlite --mix read-heavy --events 200000
              nacre-bench mixed --engine nacre --mix load-decide-append --streams 1000 --clients 32 --events 100000
              nacre-bench mixed --engine nacre --shares read=50,append=45,query=5 --distribution uniform
              nacre-bench mixed --engine nacre --engine sqlite --operations 20000 --stores /var/tmp/filled
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions
    @OptionGroup var filling: FillingOptions
    @OptionGroup var keys: KeyOptions

    @Option(help: "The shares of operations, by name.")
    var mix: Mix?

    @Option(help: ArgumentHelp("The shares of operations, in percent.", valueName: "kind=percent,…"))
    var shares: OperationShares?

    @Option(help: "Concurrent clients.")
    var clients = 64

    @Option(
        help: ArgumentHelp(
            "The distribution of streams and tags. (default: zipf; latest for read-latest)",
            valueName: "uniform|zipf|latest"))
    var distribution: KeyDistribution?

    @Option(help: "The maximum number of events in a query or a page of the log.")
    var limit = 20

    @Option(help: "Retries of a refused update before it is given up.")
    var retries = 100

    @Option(help: "End a slice after this many operations, even if time remains.")
    var operations: Int?

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try require(mix == nil || shares == nil, "--mix and --shares exclude each other: give one of them")
        try requirePositive(["--clients": clients, "--limit": limit])
        try require(retries, atLeast: 0, "--retries")
        try require(operations, atLeast: 1, "--operations")
        // New streams need numbers too.
        try require(options.streams, atLeast: 1, atMost: 90_000_000, "--streams")
        try filling.requireFillable(options, [.openStore, .labels, .requests, .files], for: "mixed")
    }

    var load: MixedLoad? {
        let named = mix ?? .loadDecideAppend
        guard let shares = shares ?? OperationShares(named.percents) else { return nil }
        let distribution = distribution ?? (self.shares == nil ? named.distribution : .zipf)
        return MixedLoad(
            name: "\(self.shares?.text ?? named.rawValue), \(distribution.text(exponent: keys.zipfExponent))",
            shares: shares, clients: clients, distribution: distribution, exponent: keys.zipfExponent, limit: limit,
            retries: retries, operations: operations, seed: options.seed)
    }

    var workOptions: [String: String] {
        var specific = filling.workOptions
        specific["limit"] = "\(limit)"
        specific["retries"] = "\(retries)"
        specific["operations"] = operations.map { "\($0)" }
        return specific
    }

    func run() async throws {
        guard let load else { throw HarnessError("the shares of the mix are not 100 in total") }
        let filler = filling.filler(options).labelled
        let workload = MixedWorkload(
            engines: options.benchmarkEngines, filler: filler, load: load, slicing: slices.slicing(interval))
        var reported = filler.task.load
        (reported.writers, reported.eventsPerAppend) = (clients, 1)
        try await Session(
            .mixed, options, specific: workOptions, load: reported, slices: slices, events: filling.events,
            stores: filling.kept
        ).run(workload)
    }
}
