struct Work: Hashable, CustomStringConvertible {
    private let workload: Workload
    private let engine: EngineName
    private let durability: Durability
    private var parameters: RunParameters

    /// The work of a run, with or without its specific options, which older reports do not contain.
    init(_ run: RunReport, withOptions: Bool = true) {
        workload = run.workload
        engine = run.engine
        durability = run.durability
        parameters = run.parameters
        // The number and duration of measurements, and the seed, are not part of the work.
        (parameters.runs, parameters.sliceSeconds, parameters.seed) = (0, nil, 0)
        // Each round of commands has items of its own: their total depends on the number of rounds.
        if workload == .command { (parameters.streams, parameters.events) = (0, nil) }
        if !withOptions { parameters.options = nil }
    }

    /// The engine, and what distinguishes the run from others of the same engine.
    var label: String {
        [engine.rawValue, parameters.variant, engine.isCeiling ? parameters.eventsPerCommit : nil].compactMap(\.self)
            .joined(separator: ", ")
    }

    var description: String {
        let labels = parameters.labels.map { ", \($0)" } ?? ""
        let metadata = parameters.metadataBytes.map { " and \($0) of metadata" } ?? ""
        let options = (parameters.options ?? [:]).sorted { $0.key < $1.key }.map { ", --\($0) \($1)" }.joined()
        return "\(workload.rawValue) by \(label), durability \(durability.rawValue), \(parameters.writers) writers, "
            + "\(parameters.eventsPerAppend) events an append, \(parameters.streams) streams, "
            + "\(parameters.payloadBytes) bytes\(metadata), "
            + "\(parameters.events.map(decimal) ?? "any number of") events\(labels)\(options)"
    }
}
