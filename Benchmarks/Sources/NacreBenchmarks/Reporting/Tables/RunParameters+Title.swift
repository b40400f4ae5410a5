extension RunParameters {
    func title(of workload: Workload, durability: Durability) -> String {
        let parts =
            callers(of: workload) + [
                "\(decimal(streams)) streams",
                "\(decimal(payloadBytes)) bytes an event",
                payloadSizes.map { "sizes \($0)" },
                metadataBytes.map { "\(decimal($0)) bytes of metadata" },
                eventsFrom.map { "events of \($0)" },
                distribution.map { "streams \($0.rawValue)" },
                streamsPerAppend.map { "\($0) streams an append" },
                arrivals?.title,
                p99Bound.map { "p99 within \(decimal($0, decimals: 1)) ms" },
                warmUpSeconds.map { "\(decimal($0, decimals: 1)) s of warm-up a slice" },
                labels.map { "labels \($0.rawValue)" },
                tagsPerEvent.map { "\($0) tags an event beside" },
                events.map { "\(decimal($0)) events" },
                "durability \(durability.rawValue)",
                sliceSeconds.map { "\(runs) runs of \(decimal($0, decimals: 1)) s" } ?? "\(decimal(runs)) runs",
                "seed \(seed)",
            ]
        return "\(workload.rawValue): " + parts.compactMap(\.self).joined(separator: ", ")
    }

    /// The callers of the load: appending and reading callers are separate.
    private func callers(of workload: Workload) -> [String?] {
        func counted(_ count: Int, _ one: String) -> String { count == 1 ? "1 \(one)" : "\(decimal(count)) \(one)s" }
        let append = "\(counted(eventsPerAppend, "event")) an append"
        return switch workload {
        case .read: [counted(writers, "reader")]
        case .pages: [counted(writers, "page")]
        case .serve: [counted(writers, "connection")]
        case .mixed, .consistency: [counted(writers, "client"), append]
        case .replay, .streams, .opening, .operations: ["filled by \(counted(writers, "writer"))", append]
        case .decode, .rebuild, .command: []
        case .lag: [append]
        case .beside: ["\(counted(writers - 1, "writer")) beside a light one", append]
        default: [counted(writers, "writer"), append]
        }
    }
}

extension Arrivals {
    fileprivate var title: String {
        let ramp = lastRate.map { " to \(decimal(Int($0)))" } ?? ""
        return "open loop of \(decimal(Int(rate)))\(ramp) appends/s, \(spacing.rawValue)"
    }
}

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
    var heading: String {
        if let title { return title }
        guard let run = runs.first else { return "a report without runs" }
        return run.parameters.title(of: run.workload, durability: run.durability)
    }
}
