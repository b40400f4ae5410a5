import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre replay`.
struct ReplayCommand<Tool: StoreTool>: InterruptibleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "replay",
            abstract: "Rebuild read models from the log.",
            discussion: """
                With --check, each read model is rebuilt beside the live one and compared with it. Every difference \
                is a line, and nothing changes; if there is a difference, the command exits with 65.

                Examples:
                  \(Tool.name) replay
                  \(Tool.name) replay --projection \(Tool.exampleProjection)
                  \(Tool.name) replay --check
                """)
    }

    @Option(
        help: ArgumentHelp("Only this projection; all by default.", valueName: "name"),
        completion: NameCompletion<Tool>.ofProjection)
    var projection: String?

    @Flag(name: .customLong("check"), help: "Report how the read models differ from the log, and change nothing.")
    var isCheck = false

    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func run() async throws {
        try await store.withRuntime(isCheck ? .checking : .rebuilding) { runtime in
            let names = try await names(in: runtime)
            if isCheck {
                try await check(names, in: runtime)
            } else {
                try await rebuild(names, in: runtime)
            }
        }
    }

    private func names(in runtime: Runtime) async throws -> [String] {
        let names = runtime.models.names
        if let projection {
            try ProjectionArgument.require(projection, among: names)
            return [projection]
        }
        let used = try await runtime.usedProjections()
        for name in names where !used.contains(name) {
            Console.standard.diagnostics.notice(
                "\(name): skipped, because the log has none of its events and its read model has no rows")
        }
        for model in try await runtime.readableForeignModels() {
            Console.standard.diagnostics.notice(
                "\(model.name): \(Tool.name) has no projection of this name; its read model is not changed or checked"
            )
        }
        return used
    }

    private func rebuild(_ names: [String], in runtime: Runtime) async throws {
        for name in names {
            let (position, seconds) = try await Interruption.reporting(
                "the read model of \(name) is as before; repeat the command to go on with its rebuild"
            ) {
                try await runtime.rebuild(name, progress)
            }
            let rate = ProgressReading.rate(position, in: seconds).map { ", \($0) events/s" } ?? ""
            try Console.standard.output.line(
                "\(name): rebuilt from \(Figures.count(position, "event")) in \(Figures.seconds(seconds))\(rate)")
            try Console.standard.output.flush()
        }
    }

    private func check(_ names: [String], in runtime: Runtime) async throws {
        let report = FindingsReport(to: Console.standard.output)
        var remedies: Set<FaultRemedy> = []
        for name in names {
            let before = report.count
            let remedy = try await Interruption.reporting(
                "\(Figures.count(report.count, "difference")) found so far; nothing has changed"
            ) {
                try await check(name, in: runtime, report)
            }
            if report.count > before { remedies.insert(remedy) }
        }
        let differences = try report.finish()
        guard differences == 0 else {
            throw CommandError.faultsFound(
                "\(Figures.count(differences, "difference")) between the read models and the log", remedies,
                tool: Tool.name)
        }
    }

    /// Compares a read model with the log, and reports the differences.
    ///
    /// - Returns: The remedy for what was reported.
    private func check(_ name: String, in runtime: Runtime, _ report: FindingsReport) async throws -> FaultRemedy {
        let before = report.count
        do {
            let (status, seconds) = try await runtime.compare(name, progress) { report.add("\(name): \($0)") }
            if let misfit = status.misfit {
                report.add("\(name): cannot be compared: \(misfit)")
                return .rebuildModels
            }
            let found = report.count - before
            let lag = status.lag == 0 ? "" : ", \(Figures.count(status.lag, "event")) behind the log"
            try Console.standard.output.line(
                "\(name): compared with \(Figures.count(status.position, "event")) in \(Figures.seconds(seconds)): "
                    + (found == 0 ? "no difference" : Figures.count(found, "difference")) + lag)
            return .rebuildModels
        } catch let error as EventStoreError where error.code == .projectionHalted {
            report.add("\(name): \(error)")
            return .fixProjection
        }
    }
}
