import ArgumentParser
import Foundation
import Nacre

/// One call of the harness: the probes around a workload, its report, its exit code.
struct Session {
    let options: LoadOptions
    let workload: Workload
    let load: AppendLoad
    let events: Int?

    /// Runs a workload and reports it.
    ///
    /// - Parameter body: The workload.
    /// - Throws: `ExitCode` where an audit failed, or something could not be created, read or written.
    func run(_ body: (Workspace, SliceAudit, Progress) async throws -> [ContenderResult]) async throws {
        do {
            let report = try await measure(body)
            guard report.passed else { throw ExitCode(65) }
        } catch let error as HarnessError {
            standardError("nacre-bench: \(error)")
            throw ExitCode(error.kind.rawValue)
        } catch let error as EventStoreError {
            standardError("nacre-bench: \(error)")
            throw ExitCode(error.code == .damaged ? 65 : error.code == .cannotCreate ? 73 : 74)
        } catch let error as CeilingError {
            standardError("nacre-bench: \(error)")
            throw ExitCode(error.isDamage ? 65 : 74)
        }
    }

    private func measure(
        _ body: (Workspace, SliceAudit, Progress) async throws -> [ContenderResult]
    ) async throws -> BenchmarkReport {
        if let json = options.json { try ReportFile.requireWritable(json) }
        let environment = MachineEnvironment.current(storesIn: options.directoryURL)
        for warning in environment.warnings { standardError("WARNING: \(warning)") }

        let workspace = try Workspace(below: options.directoryURL)
        let cleanup = InterruptCleanup(of: workspace)
        defer { withExtendedLifetime(cleanup) {} }
        let results: [ContenderResult]
        let probes: BenchmarkReport.DiskProbes
        do {
            let before = try await onDedicatedThread { try DiskProbe.run(in: workspace.folder) }
            results = try await body(
                workspace, SliceAudit(secondReader: options.ceiling), .onTerminal(wanted: options.progress))
            await workspace.settle()
            let after = try await onDedicatedThread { try DiskProbe.run(in: workspace.folder) }
            probes = BenchmarkReport.DiskProbes(before: before, after: after)
        } catch {
            // The first error says what went wrong; one of the cleaning up would only hide it.
            try? workspace.remove()
            throw error
        }
        try workspace.remove()

        let report = BenchmarkReport(
            environment: environment, command: ReportFile.command, diskProbe: probes,
            runs: results.map { run(of: $0) }, ratios: RatioReport.compare(results))
        let table = ReportTable(title: title, labels: results.map(\.contender.label), report: report)
        print(table.lines.joined(separator: "\n"))
        if let json = options.json { try ReportFile.write(report, to: json) }
        return report
    }

    private func run(of result: ContenderResult) -> RunReport {
        let eventsPerCommit: String =
            switch result.contender.rule {
            case .whatWaits: "what waits"
            case .fixed(let events): "\(events)"
            case .sameAs: "same"
            }
        return RunReport(
            result, workload: workload, durability: options.durability,
            parameters: RunParameters(
                writers: load.writers, eventsPerAppend: load.eventsPerAppend, streams: load.streams,
                payloadBytes: load.payloadBytes, seed: load.seed, runs: options.runs,
                sliceSeconds: options.sliceSeconds, events: events,
                eventsPerCommit: workload == .append ? eventsPerCommit : nil),
            latencyOf: workload.latency(of: result.contender.engine.name))
    }

    private var title: String {
        let writers = load.writers == 1 ? "1 writer" : "\(decimal(load.writers)) writers"
        let events = load.eventsPerAppend == 1 ? "1 event" : "\(decimal(load.eventsPerAppend)) events"
        return "\(workload.rawValue): \(writers), \(events) an append, \(decimal(load.streams)) streams, "
            + "\(decimal(load.payloadBytes)) bytes an event, durability \(options.durability.rawValue), "
            + "\(options.runs) runs of \(decimal(options.sliceSeconds, decimals: 1)) s, seed \(load.seed)"
    }
}
