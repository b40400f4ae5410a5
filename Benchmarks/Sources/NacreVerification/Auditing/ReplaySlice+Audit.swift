extension ReplaySlice {
    /// Compares the contents found by the passes with those of the log's audit.
    package func audit(against log: LogContents) -> AuditReport {
        var report = AuditReport()
        report.add(
            "every pass replays every event", passed: contents.allSatisfy { $0.events == log.events },
            detail: "the log holds \(log.events) events, the passes found \(contents.map(\.events))")
        report.add(
            "every pass finds the known sum of all payload bytes",
            passed: contents.allSatisfy { $0.payloadSum == log.payloadSum },
            detail: "the sum is \(log.payloadSum), the passes found \(contents.map(\.payloadSum))")
        return report
    }
}

extension AuditReport {
    /// Checks the index's lag at the end of a measurement against the permitted size of the tail in memory.
    package init(indexLag: UInt64?) {
        self.init()
        add(
            "the measured time includes the index's catching up", passed: (indexLag ?? .max) <= CatchingUp.generation,
            detail: indexLag.map { "it was \(decimal(Int(clamping: $0))) events behind the log" }
                ?? "its lag is unknown")
    }
}
