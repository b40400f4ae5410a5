typealias MixedSlice = CallerSlice<MixedRecord>

extension MixedSlice {
    func latencies(of kind: OperationKind) -> [UInt64] { records.flatMap { $0.tallies[kind]?.latencies ?? [] } }

    func events(of kind: OperationKind) -> Int { records.reduce(0) { $0 + ($1.tallies[kind]?.events ?? 0) } }

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

struct MixedRecord: CallerRecord {
    /// The successful operations of each kind, with the events read and appended in them.
    private(set) var tallies: [OperationKind: TimedAnswers] = [:]
    var observations: [ReadObservation] = []

    var overhead: UInt64 = 0

    var attempts = AttemptRecord()

    /// Updates whose last retry was refused, and refused creations.
    var givenUp = 0

    var answered: [TimedAnswers] { Array(tallies.values) }

    var failed: [AppendFailure] { attempts.failures + attempts.failedReads }

    var operations: Int { tallies.values.reduce(0) { $0 + $1.latencies.count } }

    /// Adds a finished operation; its time is reduced by the time spent before on recording reads.
    mutating func note(_ kind: OperationKind, nanoseconds: UInt64, at moment: UInt64, events: Int) {
        tallies[kind, default: TimedAnswers()].note(nanoseconds: nanoseconds, at: moment - overhead, events: events)
    }
}
