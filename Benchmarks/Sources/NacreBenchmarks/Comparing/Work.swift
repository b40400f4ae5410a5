/// What a run was of: two that differ in it cannot be compared.
struct Work: Hashable, CustomStringConvertible {
    private let workload: Workload
    private let engine: EngineName
    private let durability: Durability
    private var parameters: RunParameters

    init(_ run: RunReport) {
        workload = run.workload
        engine = run.engine
        durability = run.durability
        parameters = run.parameters
        // How long or how often it was measured, and with which draws, is not what was measured.
        (parameters.runs, parameters.sliceSeconds, parameters.seed) = (0, nil, 0)
    }

    /// The engine, and what tells it from other runs of the same one.
    var label: String {
        [engine.rawValue, parameters.variant, engine == .lmdb ? parameters.eventsPerCommit : nil].compactMap(\.self)
            .joined(separator: ", ")
    }

    var description: String {
        let labels = parameters.labels.map { ", \($0)" } ?? ""
        return "\(workload.rawValue) by \(label), durability \(durability.rawValue), \(parameters.writers) writers, "
            + "\(parameters.eventsPerAppend) events an append, \(parameters.streams) streams, "
            + "\(parameters.payloadBytes) bytes, \(parameters.events.map(decimal) ?? "any number of") events\(labels)"
    }
}
