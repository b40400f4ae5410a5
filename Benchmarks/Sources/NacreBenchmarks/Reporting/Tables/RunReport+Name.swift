extension RunReport {
    /// What the run is called: the engine, and what tells it from other runs of the same one.
    var name: String {
        if let label { return label }
        // Reports of before the label was written say what it was made of.
        if let variant = parameters.variant { return "\(engine.rawValue), \(variant)" }
        return switch parameters.eventsPerCommit {
        case nil, "what waits": engine.rawValue
        case "same": "\(engine.rawValue) at the same a commit"
        case .some(let events): "\(engine.rawValue) at \(Int(events).map(decimal) ?? events) a commit"
        }
    }
}

extension BenchmarkReport {
    /// What was measured, in a line.
    var heading: String {
        if let title { return title }
        guard let run = runs.first else { return "a report without runs" }
        return run.parameters.title(of: run.workload, durability: run.durability)
    }
}
