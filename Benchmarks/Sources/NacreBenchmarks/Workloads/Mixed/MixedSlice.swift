/// What one slice of a mixed load measured.
struct MixedSlice: Sendable {
    /// When it began, of ``monotonicNanoseconds()``.
    var start: UInt64

    /// From the first operation's begin to the last answer, but for the time that a client took to write down what it
    /// read, on average.
    var nanoseconds: UInt64

    /// One record for each client.
    var records: [MixedRecord]

    /// How the engine grouped the appends, where it says so.
    var groups: GroupStatistics?

    /// What the process used.
    var use: LoadUse?

    /// Nanoseconds of each operation of a kind.
    func latencies(of kind: OperationKind) -> [UInt64] { records.flatMap { $0.tallies[kind]?.latencies ?? [] } }

    /// Events read and appended by the operations of a kind.
    func events(of kind: OperationKind) -> Int { records.reduce(0) { $0 + ($1.tallies[kind]?.events ?? 0) } }

    /// Events read and appended by all operations.
    var events: Int { OperationKind.allCases.reduce(0) { $0 + events(of: $1) } }

    /// What was done and what failed in each interval of so many seconds.
    func intervals(ofSeconds seconds: Double) -> IntervalSeries {
        IntervalSeries(
            ofSeconds: seconds, from: start, nanoseconds: nanoseconds,
            answers: records.lazy.flatMap { $0.tallies.values.map(\.answers) },
            failures: records.lazy.flatMap { $0.attempts.failures + $0.attempts.failedReads })
    }

    /// So many as a rate.
    func perSecond(_ count: Int) -> Double { nanoseconds == 0 ? 0 : Double(count) * 1e9 / Double(nanoseconds) }

    /// Has the clients of a load work on a store.
    ///
    /// - Parameters:
    ///   - load: What they do.
    ///   - seconds: After which no further operation begins.
    ///   - session: The store.
    ///   - filled: What it holds, of which load.
    ///   - watch: Is told of every operation that is done, where somebody watches.
    /// - Returns: What was measured.
    static func run(
        _ load: MixedLoad, seconds: Double, on session: any EngineSession, _ filled: FilledStore.Manifest,
        watchedBy watch: LoadWatch? = nil
    ) async -> MixedSlice {
        let templates = PayloadTemplates(of: filled.load)
        let state = MixedState(head: filled.contents.events, streams: filled.load.streams)
        let topics = filled.topics
        let clients = (0..<load.clients).map { number in
            MixedClient(
                number, of: load,
                writer: AttemptingWriter(
                    filled.load.writers + number, eventsPerAppend: 1, templates: templates, session: session),
                state: state, topics: topics, session: session, watch: watch)
        }
        let (slice, use) = await LoadMeter.during(isWanted: true) {
            await work(clients, load, seconds: seconds, on: session)
        }
        var measured = slice
        measured.use = use
        return measured
    }

    private static func work(
        _ clients: [MixedClient], _ load: MixedLoad, seconds: Double, on session: any EngineSession
    ) async -> MixedSlice {
        let operations = load.operations.map { ($0 + load.clients - 1) / load.clients } ?? .max
        let start = monotonicNanoseconds()
        let deadline = SliceBudget(seconds: seconds, events: nil).deadline(from: start)
        let records = await withTaskGroup(of: (Int, MixedRecord).self) { group in
            for (number, client) in clients.enumerated() {
                group.addTask { (number, await client.run(until: deadline, operations: operations)) }
            }
            var records: [(Int, MixedRecord)] = []
            for await record in group { records.append(record) }
            return records.sorted { $0.0 < $1.0 }.map(\.1)
        }
        let whole = monotonicNanoseconds() - start
        let noting = records.reduce(0) { $0 + $1.noting } / UInt64(load.clients)
        return MixedSlice(
            start: start, nanoseconds: whole - min(whole, noting), records: records, groups: session.groups)
    }
}
