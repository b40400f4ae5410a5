import ArgumentParser
import Foundation
import GRDB
import Nacre

/// One call of the harness: the probes around a workload, its report, its exit code.
struct Session {
    let options: LoadOptions
    let workload: Workload

    /// What the runs are asked to do; those of one contender differ in what its commits hold alone.
    let parameters: RunParameters

    /// Makes the session of a workload with a load.
    init(
        options: LoadOptions, workload: Workload, load: AppendLoad, runs: Int, sliceSeconds: Double? = nil,
        events: Int?
    ) {
        self.options = options
        self.workload = workload
        parameters = RunParameters(
            writers: load.writers, eventsPerAppend: load.eventsPerAppend, streams: load.streams,
            payloadBytes: load.payloadBytes, seed: load.seed, runs: runs, sliceSeconds: sliceSeconds, events: events,
            labels: load.labels == .none ? nil : load.labels)
    }

    /// Runs a workload and reports it.
    ///
    /// - Parameter body: The workload.
    /// - Throws: `ExitCode` where an audit failed, or something could not be created, read or written.
    func run(_ body: (Workspace, SliceAudit, Progress) async throws -> [ContenderResult]) async throws {
        do {
            let report = try await measure(body)
            guard report.passed else {
                guard let failure = report.diskFailure else { throw ExitCode(65) }
                standardError("nacre-bench: \(failure): make room, or choose another disk with --directory")
                throw ExitCode(74)
            }
        } catch let error as HarnessError {
            standardError("nacre-bench: \(error)")
            throw ExitCode(error.kind.rawValue)
        } catch let error as EventStoreError {
            standardError("nacre-bench: \(error)")
            throw ExitCode(error.code == .damaged ? 65 : error.code == .cannotCreate ? 73 : 74)
        } catch let error as DatabaseError {
            standardError("nacre-bench: \(error)")
            throw ExitCode(error.resultCode.primaryResultCode == .SQLITE_CORRUPT ? 65 : 74)
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
        var parameters = parameters
        parameters.variant = result.contender.variant?.name
        if workload == .append {
            parameters.eventsPerCommit =
                switch result.contender.rule {
                case .whatWaits: "what waits"
                case .fixed(let events): "\(events)"
                case .sameAs: "same"
                }
        }
        return RunReport(
            result, workload: workload, durability: options.durability, parameters: parameters,
            latencyOf: workload.latency(of: result.contender.engine.name))
    }

    private var title: String {
        let writers = parameters.writers == 1 ? "1 writer" : "\(decimal(parameters.writers)) writers"
        let perAppend = parameters.eventsPerAppend
        let parts = [
            "\(workload.rawValue): \(writers)",
            "\(perAppend == 1 ? "1 event" : "\(decimal(perAppend)) events") an append",
            "\(decimal(parameters.streams)) streams",
            "\(decimal(parameters.payloadBytes)) bytes an event",
            parameters.labels.map { "labels \($0.rawValue)" },
            parameters.events.map { "\(decimal($0)) events" },
            "durability \(options.durability.rawValue)",
            parameters.sliceSeconds.map { "\(parameters.runs) runs of \(decimal($0, decimals: 1)) s" }
                ?? "\(decimal(parameters.runs)) runs",
            "seed \(parameters.seed)",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}
