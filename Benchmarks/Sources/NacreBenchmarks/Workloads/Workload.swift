/// The workloads of the harness.
enum Workload: String, CaseIterable, Codable, Sendable {
    /// Appending by concurrent writers.
    case append

    /// Appending at the highest rate that keeps latencies within a bound.
    case rate

    /// Reading a whole log.
    case replay

    /// Appending under conditions, and without.
    case conditions

    /// Filling a store, turn by turn.
    case fill

    /// Loading streams from among many events.
    case streams

    /// Opening a store.
    case opening

    /// Decoding events from the mapped file.
    case decode

    /// Rebuilding a read model from a whole log.
    case rebuild

    /// Commands on aggregates, compared with the append alone.
    case command

    /// Appends at a given rate, while projections follow.
    case lag

    /// Single appends at half of the maximum rate, while projections run.
    case paced

    /// A light process beside a busy one.
    case beside

    /// Several processes that fill one store at full speed.
    case soak

    /// A process under load that is killed repeatedly.
    case crash

    /// Appending by many writers to the same streams, or under conditions on the same tags.
    case contention

    /// Concurrent reading and appending, in given shares.
    case mixed

    /// Reading single streams, queries, pages and events.
    case read

    /// The time from an append to its delivery to subscriptions.
    case subscribers

    /// An operator's operations on a store.
    case operations

    /// The time from killing a process under load to the first append of the next.
    case recovery

    /// Clients of several processes that contend for few streams, with every answer checked.
    case consistency

    /// The operation that an engine's latency measures: a commit for the ceiling, which its callers would wait for.
    func latency(of engine: EngineName) -> String {
        switch (self, engine) {
        case (.replay, _), (.decode, _): "pass"
        case (.rebuild, _): "rebuild"
        case (.streams, _): "loading a stream"
        case (.opening, _): "opening, to the end of the first read"
        case (.command, _): "append, or the command that ends with it"
        case (.lag, _): "projecting an event into all read models, from the answer to its append"
        case (.rate, _): "append, from the moment at which it was due"
        case (.paced, _): "append, from the moment at which it was due"
        case (.beside, _): "append of the light process, from the moment at which it was due"
        case (.crash, _): "recovery after a kill, from the opening in a warm process to the answer to the first append"
        case (.contention, _): "accepted operation, from before its first attempt"
        case (.mixed, _): "operation"
        case (.subscribers, _): "delivery of an event, from the call of its append"
        case (.operations, _): "the one operation, or an append beside it"
        case (.recovery, _): "from the start of opening to the first acknowledged append"
        case (.read, _): "read"
        case (_, .lmdb): "commit"
        case (_, _): "append"
        }
    }
}
