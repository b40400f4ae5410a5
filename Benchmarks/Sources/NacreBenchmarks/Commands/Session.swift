import ArgumentParser
import Foundation

/// One command of the harness: the probes before and after a workload, its report, its exit code.
struct Session {
    let options: LoadOptions
    let workload: Workload

    /// The parameters of the runs; contenders differ only in the contents of their commits.
    var parameters: RunParameters

    private let slowdown: PlantedSlowdown

    /// The folder in which filled stores are kept and read, if it is not the workload's own.
    private let stores: String?

    /// Makes the session of a workload, with its specific options (``SpecificWork``), the number and duration of its
    /// measurements, and its number of events.
    init(
        _ workload: Workload, _ options: LoadOptions, specific: [String: String] = [:], load: AppendLoad,
        slices: SliceOptions? = nil, runs: Int = 1, events: Int? = nil, stores: KeptStoresOptions? = nil,
        slowdown: PlantedSlowdown = .none
    ) {
        self.slowdown = slowdown
        self.stores = stores?.folder
        self.options = options
        self.workload = workload
        parameters = RunParameters(
            writers: load.writers, eventsPerAppend: load.eventsPerAppend, streams: load.streams,
            payloadBytes: load.payloadBytes, seed: load.seed, runs: slices?.runs ?? runs,
            sliceSeconds: slices?.sliceSeconds, events: events, labels: load.labels == .none ? nil : load.labels)
        if let sizes = load.payloadSizes, !sizes.isFixed { parameters.payloadSizes = "\(sizes)" }
        if load.payloadContents != .random { parameters.payloadContents = load.payloadContents }
        if load.metadataBytes > 0 { parameters.metadataBytes = load.metadataBytes }
        if load.distribution != .uniform {
            parameters.distribution = load.distribution
            parameters.zipfExponent = load.exponent
        }
        if load.streamsPerAppend > 1 { parameters.streamsPerAppend = load.streamsPerAppend }
        parameters.repeatEvery = load.repeatsEvery
        if load.furtherTags > 0 { parameters.tagsPerEvent = load.furtherTags }
        if !specific.isEmpty { parameters.options = specific }
    }

    /// Runs a workload, lets `finish` add results that span contenders, and reports them.
    ///
    /// - Throws: `ExitCode` if an audit failed, or something could not be created, read or written.
    func run(
        _ workload: some RunnableWorkload, finishing finish: (inout [ContenderResult]) -> Void = { _ in }
    ) async throws {
        do {
            let report = try await measure(workload, finish)
            guard report.passed else {
                guard let failure = report.diskFailure else { throw ExitCode(65) }
                standardError("nacre-bench: \(failure): make room, or choose another disk with --directory")
                throw ExitCode(74)
            }
        } catch {
            guard let code = ExitCode(for: error) else { throw error }
            standardError("nacre-bench: \(error)")
            throw code
        }
    }

    private func measure(
        _ runnable: some RunnableWorkload, _ finish: (inout [ContenderResult]) -> Void
    ) async throws -> BenchmarkReport {
        for path in [options.json, options.outputs.hdr, options.outputs.html].compactMap(\.self) {
            try ReportFile.requireWritable(path)
        }
        let began = Double(realNanoseconds()) / 1e9
        var environment = MachineEnvironment.current(storesIn: options.directoryURL)
        environment.warnings += options.benchmarkEngines.flatMap {
            [$0.durabilityWarning, $0.retentionWarning].compactMap(\.self)
        }
        if let stores { environment.noteStores(in: URL(fileURLWithPath: stores, isDirectory: true)) }
        environment.warnings += slowdown.warnings
        for warning in environment.warnings { standardError("WARNING: \(warning)") }

        let workspace = try Workspace(below: options.directoryURL)
        workspace.holders.add(options.memory)
        let cleanup = InterruptCleanup(of: workspace)
        defer { withExtendedLifetime(cleanup) {} }
        var results: [ContenderResult]
        let probes: BenchmarkReport.DiskProbes
        do {
            let seconds = options.probeSeconds
            if options.engines.contains(where: \.needsServer), let source = options.server.source {
                environment.postgres = try await PostgresWorkspace.prepare(source, in: workspace, options.durability)
            }
            let before = try await onDedicatedThread { try DiskProbe.run(in: workspace.folder, seconds: seconds) }
            results = try await runnable.run(
                in: RunContext(
                    workspace: workspace, audit: SliceAudit(secondReader: options.ceiling),
                    progress: .onTerminal(wanted: options.progress)))
            finish(&results)
            await workspace.settle()
            let after = try await onDedicatedThread { try DiskProbe.run(in: workspace.folder, seconds: seconds) }
            probes = BenchmarkReport.DiskProbes(before: before, after: after)
        } catch {
            await cleanup.giveWay()
            // The first error is the cause; an error of removal would hide it.
            try? workspace.remove()
            throw error
        }
        await cleanup.giveWay()
        try workspace.remove()

        let report = BenchmarkReport(
            title: title, measuredAt: began, environment: environment, command: ReportFile.command, diskProbe: probes,
            runs: results.map { run(of: $0, probes) }, ratios: RatioReport.compareContests(results, of: workload))
        let table = ReportTable(title: title, labels: results.map(\.contender.label), report: report)
        print(table.lines.joined(separator: "\n"))
        if let json = options.json { try ReportFile.write(report, to: json) }
        try options.outputs.write(report)
        return report
    }

    private func run(of result: ContenderResult, _ probes: BenchmarkReport.DiskProbes) -> RunReport {
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
            result, workload: workload, durability: result.contender.engine.durability, parameters: parameters,
            latencyOf: workload.latency(of: result.contender.engine.name),
            syncsPerSecond: options.server.syncsToProbedDisk(result.contender.engine.name)
                ? probes.syncsPerSecond : nil)
    }

    private var title: String { parameters.title(of: workload, durability: options.durability) }
}
