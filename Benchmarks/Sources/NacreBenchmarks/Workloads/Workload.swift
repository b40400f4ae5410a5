/// The workloads of the harness; the help of each command describes its own.
enum Workload: String, CaseIterable, Codable, Sendable {
    case append, rate, conditions, contention, fill, paced, beside
    case replay, streams, read, mixed, subscribers
    case command, decode, rebuild, lag
    case serve, pages
    case opening, operations
    case soak, crash, recovery, consistency

    /// The operation that an engine's latency measures: a commit for a ceiling, which its callers would wait for.
    func latency(of engine: EngineName) -> String {
        switch (self, engine) {
        case (.replay, _), (.decode, _): "pass"
        case (.rebuild, _): "rebuild"
        case (.streams, _): "loading a stream"
        case (.opening, _): "opening, to the end of the first read"
        case (.command, _): "append, or the command that ends with it"
        case (.lag, _): "projecting an event into all read models, from the answer to its append"
        case (.rate, _), (.paced, _): "append, from its due time"
        case (.beside, _): "append of the light process, from its due time"
        case (.crash, _): "recovery after a kill, from opening in a warm process to the answer to the first append"
        case (.contention, _): "accepted operation, from before its first attempt"
        case (.mixed, _): "operation"
        case (.subscribers, _): "delivery of an event, from the call of its append"
        case (.operations, _): "the operation, or an append beside it"
        case (.recovery, _): "from the start of opening to the first acknowledged append"
        case (.read, _): "read"
        case (.pages, _): "event of a page that shows a change, from the answer to the change"
        case (.serve, _): "request, from its due time if it has one"
        case (_, let engine) where engine.isCeiling: "commit"
        case (_, _): "append"
        }
    }
}
