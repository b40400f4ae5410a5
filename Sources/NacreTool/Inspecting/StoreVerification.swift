import Nacre
package import NacreRuntime

/// Verifies a store: the log, its index, and the read models built from it.
package struct StoreVerification {
    package let runtime: Runtime

    /// The program's name.
    package let tool: String

    package let progress: ProgressOptions
    package let output: StandardOutput

    package init(runtime: Runtime, tool: String, progress: ProgressOptions, output: StandardOutput) {
        self.runtime = runtime
        self.tool = tool
        self.progress = progress
        self.output = output
    }

    /// Verifies the store, and writes the findings and a summary.
    ///
    /// - Throws: ``CommandError`` if there are faults; `EventStoreError` if the log cannot be read at all.
    package func run() async throws {
        let report = FindingsReport(to: output)
        try await Interruption.reporting(
            "\(Figures.count(report.count, "fault")) found so far; nothing has changed"
        ) {
            try await run(report)
        }
    }

    private func run(_ report: FindingsReport) async throws {
        let summary = try await verifyLog(report)
        var remedies: Set<FaultRemedy> = report.count > 0 ? [.replaceFiles] : []
        remedies.formUnion(try await verifyModels(report))
        if try await reportHalts(report) { remedies.insert(.resumeProjection) }
        try await verifyKeptStates()
        let faults = try report.finish()
        try output.line(
            "verified \(Figures.count(summary.events, "event")) in \(Figures.count(summary.blocks, "block")) and "
                + "\(Figures.count(summary.streams, "stream")): \(faults == 0 ? "no faults" : Figures.count(faults, "fault"))"
        )
        guard faults == 0 else {
            throw CommandError.faultsFound("\(Figures.count(faults, "fault")) found", remedies, tool: tool)
        }
    }

    /// Compares the read models with the log, and reports the differences.
    ///
    /// - Returns: The remedies for what was reported.
    private func verifyModels(_ report: FindingsReport) async throws -> Set<FaultRemedy> {
        var remedies: Set<FaultRemedy> = []
        for name in runtime.models.names {
            if try await runtime.isUsedOrUnknown(projection: name) {
                let before = report.count
                let remedy = try await verify(name, report)
                if report.count > before, let remedy { remedies.insert(remedy) }
            } else {
                reportUnchecked(name, because: "the log has none of its events, and it has no rows")
            }
        }
        for model in try await runtime.readableForeignModels() {
            reportUnchecked(model.name, because: "\(tool) has no projection of this name")
        }
        return remedies
    }

    /// Reports the projections that are halted.
    ///
    /// - Returns: Whether there is one.
    private func reportHalts(_ report: FindingsReport) async throws -> Bool {
        let before = report.count
        for projection in try await runtime.projections() {
            guard let halt = projection.halt else { continue }
            let name = projection.name
            let remedy = HaltRemedy(tool: tool, kind: .projections, name: name, position: halt.position)
            report.add(
                "read model \(name) is not up to date: it halts before position \(halt.position): \(halt.reason); "
                    + "\(remedy)")
        }
        return report.count > before
    }

    /// Reports kept states that are damaged; they are no faults, because no answer depends on them.
    private func verifyKeptStates() async throws {
        try await runtime.verifyKeptStates { [tool] state, fault in
            guard let fault else { return }
            Console.standard.diagnostics.notice(
                "the kept state of projection \(state.model) at position \(state.position) will not be used: \(fault); "
                    + "\(tool) projections keep replaces it")
        }
    }

    private func reportUnchecked(_ model: String, because reason: String) {
        Console.standard.diagnostics.notice("read model \(model) is not checked: \(reason)")
    }

    private func verifyLog(_ report: FindingsReport) async throws -> VerificationSummary {
        let meter = progress.meter("verifying")
        defer { meter.finish() }
        return try await runtime.inspection.verify(
            reporting: { meter.update($0) },
            finding: { finding in
                report.add(finding.position.map { "position \($0): \(finding)" } ?? "\(finding)")
            })
    }

    /// Compares a read model with the log, and reports the differences.
    ///
    /// - Returns: The remedy for what was reported; `nil` if the error itself names it.
    private func verify(_ projection: String, _ report: FindingsReport) async throws -> FaultRemedy? {
        do {
            let (status, _) = try await runtime.compare(projection, progress) {
                report.add("read model \(projection): \($0)")
            }
            // A read model that is damaged, or of another log, is reported as a finding.
            if let misfit = status.misfit {
                report.add("read model \(projection) cannot be compared with the log: \(misfit)")
            }
            return .rebuildModels
        } catch let error as EventStoreError where error.code == .projectionHalted {
            // The message names the read model.
            report.add("\(error)")
            return .fixProjection
        } catch let error as EventStoreError where error.code != .closed {
            // A damaged log is reported as a finding, too.
            report.add("read model \(projection) cannot be compared with the log: \(error)")
            return [.damaged, .noSuchPosition, .eventsLost].contains(error.code) ? .replaceFiles : nil
        }
    }
}
