/// What engines are asked to do.
enum Workload: String, CaseIterable, Codable, Sendable {
    /// Appending by concurrent writers.
    case append

    /// Reading a whole log.
    case replay

    /// What one latency of an engine is of: the ceiling knows commits, which is what its callers would wait for.
    func latency(of engine: EngineName) -> String {
        switch (self, engine) {
        case (.replay, _): "pass"
        case (.append, .lmdb): "commit"
        case (.append, _): "append"
        }
    }
}
