import ArgumentParser

struct ServeCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Create, list and change items over HTTP, on nacre serve and on the same API on SQLite.",
        discussion: """
            The server of nacre is the program nacre beside this one, as nacre serve. The servers of sqlite and \
            sqlite-group are Hummingbird and GRDB with the same messages, checks and limits. Each runs in a process of its \
            own, durable, with accounts whose sessions the clients use, and is suspended while others are measured.

            Three loads take turns: creating items, and listing a page of them, by clients that wait for their answers; \
            and a mix of reads and writes, with --rate in an open loop: requests are due whether or not earlier ones have \
            been answered, and latencies count from the due time. Half of the reads are lists, half single items; a \
            quarter of the writes are renames with If-Match, the others creations with an idempotency key. events/s counts \
            requests. A server limits the requests of each session: at high rates, give more --sessions.

            Afterwards all items are listed over HTTP: every acknowledged one must be there exactly once, with its last \
            acknowledged name and version, and nothing that was not requested.

            EXAMPLES
              nacre-bench serve --engine nacre --engine sqlite --engine sqlite-group --payload-bytes 64
              nacre-bench serve --engine nacre --engine sqlite-group --reads 90 --rate 1000 --json serve.json
              nacre-bench serve --engine nacre --connections 16 --runs 3 --slice-seconds 1
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions

    @Option(help: "Concurrent clients, each on a connection of its own.")
    var connections = 64

    @Option(help: "Accounts, to which the items belong.")
    var accounts = 8

    @Option(help: "Sessions that each client uses in turn.")
    var sessions = 2

    @Option(help: "Items that are created before the measurements.")
    var items = 4_096

    @Option(help: "The maximum number of items on a page.")
    var page = 20

    @Option(help: ArgumentHelp("The share of reads in the mix.", valueName: "percent"))
    var reads = 80

    @Option(
        help: ArgumentHelp(
            "Make the mix's requests at this rate, in an open loop.", valueName: "requests/s"))
    var rate: Double?

    @Option(help: "The gaps between due times: random, as of independent callers, or fixed.")
    var arrivals = Arrivals.Spacing.poisson

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try requirePositive(["--connections": connections, "--accounts": accounts, "--items": items])
        try require(
            accounts <= connections,
            "every account needs a client: --accounts must be at most --connections (\(connections)), not \(accounts)")
        try require(sessions, atLeast: 1, atMost: 1_000, "--sessions")
        try require(connections, atLeast: 1, atMost: 512, "--connections")
        try require(page, atLeast: 1, atMost: 1_000, "--page")
        try require(reads, atLeast: 0, atMost: 100, "--reads")
        try require(options.payloadBytes, atLeast: 1, atMost: 1_000, "--payload-bytes")
        if let rate {
            try require(rate, moreThanZeroAndAtMost: 1_000_000, "--rate")
            try Arrivals(rate: rate).requireFew(within: slices.sliceSeconds, "--slice-seconds", rate: "--rate")
        }
        try require(options.durability == .full, "a server is always durable: leave out --durability")
        for engine in options.engines {
            try require(
                ServedEngine(engine).isServed,
                "the engine \(engine.rawValue) has no server: name nacre, sqlite or sqlite-group")
        }
    }

    var load: ServedLoad {
        ServedLoad(
            connections: connections, accounts: accounts, sessionsOfEach: sessions, items: items,
            nameBytes: options.payloadBytes, pageLimit: page, readPercent: reads,
            arrivals: rate.map { Arrivals(rate: $0, spacing: arrivals) }, seed: options.seed)
    }

    var workOptions: [String: String] {
        var specific = ["accounts": "\(accounts)", "page": "\(page)", "reads": "\(reads)", "sessions": "\(sessions)"]
        specific["rate"] = rate.map { "\($0)" }
        if rate != nil { specific["arrivals"] = arrivals.rawValue }
        return specific
    }

    func run() async throws {
        var reported = options.load(writers: connections)
        reported.streams = items
        let workload = ServeWorkload(
            engines: options.benchmarkEngines, load: load, reported: reported, slicing: slices.slicing(interval))
        try await Session(.serve, options, specific: workOptions, load: reported, slices: slices).run(workload)
    }
}
