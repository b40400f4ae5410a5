/// The measurements of one slice of a mixed load.
typealias MixedSlice = CallerSlice<MixedRecord>

extension MixedSlice {
    /// The latency of each operation of a kind, in nanoseconds.
    func latencies(of kind: OperationKind) -> [UInt64] { records.flatMap { $0.tallies[kind]?.latencies ?? [] } }

    /// Events read and appended by the operations of a kind.
    func events(of kind: OperationKind) -> Int { records.reduce(0) { $0 + ($1.tallies[kind]?.events ?? 0) } }

    /// Runs the clients of a load for a time in seconds on a filled store.
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
        let operations = load.operations.map { ($0 + load.clients - 1) / load.clients } ?? .max
        return await run(clients, within: SliceBudget(seconds: seconds), on: session) {
            await $0.run(until: $1, operations: operations)
        }
    }
}
