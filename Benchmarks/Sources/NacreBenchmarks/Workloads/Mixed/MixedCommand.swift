import ArgumentParser

/// The workload `mixed`.
struct MixedCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "mixed",
        abstract: "Read and append at once, by shares, over a store that was filled before.",
        discussion: """
            A store is filled and audited first, outside the clock, with ids and tags; every slice works on a fresh \
            copy of it. Each client draws one operation after the other. The named mixes are after the core workloads \
            of YCSB: update-heavy (A: read=50,append=50), read-heavy (B: read=95,append=5), read-only (C: read=100), \
            read-latest (D: read=95,create=5, the newest streams preferred), query-heavy (E: query=95,create=5), \
            load-decide-append (F: read=50,update=50), and everything, which is a bit of all. --shares takes one's \
            own, 100 in all, of:
              read        a whole stream
              append      an event to a stream, at whatever version
              update      a whole stream, then an event at the version read; on a conflict again
              create      the first event of a new stream
              query       the newest events with a tag
              query-type  events of a type, upwards from some position
              newest      the newest page of the log
            events/s counts events read and appended; operations a second stand below the table. The audit holds the \
            log against what was filled in and accepted, and every read against the log: it must show what the log \
            holds, with everything that had been acknowledged when it began.

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

    @Option(help: "Clients that work at the same time.")
    var clients = 64

    @Option(
        help: ArgumentHelp(
            "How a stream, or a tag, is drawn: zipf where nothing is said, for read-latest latest.",
            valueName: "uniform|zipf|latest"))
    var distribution: KeyDistribution?

    @Option(help: "Events that a query or a page of the log shows at most.")
    var limit = 20

    @Option(help: "How often an update that is refused is tried again before it is given up.")
    var retries = 100

    @Option(help: "Operations after which a slice ends, if its seconds are not over before.")
    var operations: Int?

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        guard mix == nil || shares == nil else {
            throw ValidationError("--mix and --shares both say what is done: give one of them")
        }
        try require(clients, atLeast: 1, "--clients")
        try require(limit, atLeast: 1, "--limit")
        try require(retries, atLeast: 0, "--retries")
        try require(operations, atLeast: 1, "--operations")
        guard options.streams <= 90_000_000 else {
            throw ValidationError("new streams need numbers: --streams is at most 90000000, this is \(options.streams)")
        }
        try filling.requireFillable(options, [.openStore, .labels, .requests, .files], for: "mixed")
    }

    var load: MixedLoad? {
        let named = mix ?? .loadDecideAppend
        guard let shares = shares ?? OperationShares(named.percents) else { return nil }
        let distribution = distribution ?? (self.shares == nil ? named.distribution : .zipf)
        let choice =
            distribution == .uniform ? "uniform" : "\(distribution.rawValue) \(decimal(keys.zipfExponent, decimals: 2))"
        return MixedLoad(
            name: "\(self.shares?.text ?? named.rawValue), \(choice)", shares: shares, clients: clients,
            distribution: distribution, exponent: keys.zipfExponent, limit: limit, retries: retries,
            operations: operations, seed: options.seed)
    }

    var told: [String: String] {
        var told = filling.told
        told["limit"] = "\(limit)"
        told["retries"] = "\(retries)"
        told["operations"] = operations.map { "\($0)" }
        return told
    }

    func run() async throws {
        guard let load else { throw HarnessError("the shares of the mix are not 100 in all") }
        let filler = filling.filler(options).labelled
        let workload = MixedWorkload(
            engines: options.benchmarkEngines, filler: filler, load: load, secondsPerSlice: slices.sliceSeconds,
            runs: slices.runs, intervalSeconds: interval.seconds)
        var reported = filler.task.load
        (reported.writers, reported.eventsPerAppend) = (clients, 1)
        var session = Session(.mixed, options, told: told, load: reported, slices: slices, events: filling.events)
        session.stores = filling.stores
        try await session.run(workload)
    }
}
