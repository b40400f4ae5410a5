extension RunReport {
    /// The run's name: the engine, and what distinguishes the run from others of the same engine.
    var name: String {
        if let label { return label }
        // Older reports without a label have its parts.
        if let variant = parameters.variant { return "\(engine.rawValue), \(variant)" }
        return switch parameters.eventsPerCommit {
        case nil, "what waits": engine.rawValue
        case "same": "\(engine.rawValue) at the same a commit"
        case .some(let events): "\(engine.rawValue) at \(Int(events).map(decimal) ?? events) a commit"
        }
    }
}

extension BenchmarkReport {
    /// The measurement, in a line.
    var heading: String {
        if let title { return title }
        guard let run = runs.first else { return "a report without runs" }
        return run.parameters.title(of: run.workload, durability: run.durability)
    }
}
