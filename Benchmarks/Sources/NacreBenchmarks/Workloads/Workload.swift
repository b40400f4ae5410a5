/// What engines are asked to do.
enum Workload: String, CaseIterable, Codable, Sendable {
    /// Appending by concurrent writers.
    case append

    /// Reading a whole log.
    case replay

    /// Filling a store, turn by turn.
    case fill

    /// Loading streams from among many events.
    case streams

    /// Opening a store.
    case opening

    /// What one latency of an engine is of: the ceiling knows commits, which is what its callers would wait for.
    func latency(of engine: EngineName) -> String {
        switch (self, engine) {
        case (.replay, _): "pass"
        case (.streams, _): "loading a stream"
        case (.opening, _): "opening, to the end of the first read"
        case (_, .lmdb): "commit"
        case (_, _): "append"
        }
    }
}
