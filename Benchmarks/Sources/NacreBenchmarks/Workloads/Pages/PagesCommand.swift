import ArgumentParser

struct PagesCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "pages",
        abstract: "Hold pages of nacre serve open, and measure when they show changes.",
        discussion: """
            The server is the program nacre beside this one, as nacre serve. Browsers sign in with the form, each with its \
            own cookies, and hold the list of items and its event stream open, several for each account. Items are renamed \
            through the API, in an open loop: changes are due whether or not earlier ones have been answered. A latency is \
            the time from the answer to a change to the event that shows it, in each page of its account; events/s counts \
            changes.

            Each round opens and closes all pages. Every page must show each change of its account, or a later one of the \
            same item, and none of another account. The server's memory is compared before the pages, with them, and after \
            them. Clients of an account share an address of loopback, because a server limits the connections of each.

            EXAMPLES
              nacre-bench pages --engine nacre --payload-bytes 32
              nacre-bench pages --engine nacre --accounts 10 --browsers 4 --changes-per-second 20 --json pages.json
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions

    @Option(help: "Accounts, to which the items belong.")
    var accounts = 50

    @Option(help: "Browsers of each account, each with a page.")
    var browsers = 10

    @Option(help: "Items of each account.")
    var items = 50

    @Option(help: "Changes per second, on average.")
    var changesPerSecond = 50.0

    @Option(help: "The gaps between due times: random, as of independent callers, or fixed.")
    var arrivals = Arrivals.Spacing.poisson

    func validate() throws {
        try options.requireOneEngine("pages")
        try require(options.engines == [.nacre], "only nacre has pages: name it alone")
        try require(accounts, atLeast: 1, atMost: 200, "--accounts")
        try require(browsers, atLeast: 1, atMost: 32, "--browsers")
        try require(
            accounts * browsers <= 512, "a server has at most 512 event streams: take fewer --accounts or --browsers")
        try require(items, atLeast: 1, atMost: 1_000, "--items")
        try require(changesPerSecond, moreThanZeroAndAtMost: 100_000, "--changes-per-second")
        try load.arrivals.requireFew(within: slices.sliceSeconds, "--slice-seconds", rate: "--changes-per-second")
        try require(options.payloadBytes, atLeast: 1, atMost: 1_000, "--payload-bytes")
        try require(options.durability == .full, "a server is always durable: leave out --durability")
    }

    var load: PageLoad {
        PageLoad(
            accounts: accounts, browsersOfEach: browsers, itemsOfEach: items, nameBytes: options.payloadBytes,
            arrivals: Arrivals(rate: changesPerSecond, spacing: arrivals), seed: options.seed)
    }

    var workOptions: [String: String] {
        [
            "accounts": "\(accounts)", "arrivals": arrivals.rawValue, "changes-per-second": "\(changesPerSecond)",
            "items": "\(items)",
        ]
    }

    func run() async throws {
        var reported = options.load(writers: load.pages)
        reported.streams = accounts * items
        let workload = PagesWorkload(
            engine: options.benchmarkEngines[0], load: load, reported: reported, slicing: slices.slicing())
        try await Session(.pages, options, specific: workOptions, load: reported, slices: slices).run(workload)
    }
}
