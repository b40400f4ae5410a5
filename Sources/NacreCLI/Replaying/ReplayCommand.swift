import ArgumentParser
import Kernel
import Nacre

/// The command `nacre replay`.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Rebuild read models from the log.",
        discussion: """
            With --check a read model is made anew beside the live one, every difference is a line, and nothing is \
            changed; where there is a difference, the command exits with 65.

            Examples:
              nacre replay
              nacre replay --projection items
              nacre replay --check
            """)

    @Option(help: ArgumentHelp("Only this projection; otherwise all.", valueName: "name"))
    var projection: String?

    @Flag(name: .customLong("check"), help: "Report how the read models differ from the log, and change nothing.")
    var isCheck = false

    @OptionGroup var store: StoreOptions
    @OptionGroup var progress: ProgressOptions

    func run() async throws {
        try await store.withKernel(isCheck ? .checking : .rebuilding) { kernel in
            let names = try await names(in: kernel)
            if isCheck { try await check(names, in: kernel) } else { try await rebuild(names, in: kernel) }
        }
    }

    private func names(in kernel: Kernel) async throws -> [String] {
        let names = try await kernel.projections().map(\.name)
        guard let projection else { return names }
        try ProjectionArgument.require(projection, among: names)
        return [projection]
    }

    private func rebuild(_ names: [String], in kernel: Kernel) async throws {
        for name in names {
            let (position, seconds) = try await kernel.rebuild(name, progress)
            let rate = ProgressReading.rate(position, in: seconds).map { ", \($0) events/s" } ?? ""
            try Console.standard.output.line(
                "\(name): rebuilt from \(Figures.count(position, "event")) in \(Figures.seconds(seconds))\(rate)")
            try Console.standard.output.flush()
        }
    }

    private func check(_ names: [String], in kernel: Kernel) async throws {
        let output = Console.standard.output
        let report = FindingsReport(to: output)
        for name in names {
            let before = report.count
            let (status, seconds) = try await kernel.compare(name, progress) { report.add("\(name): \($0)") }
            if let misfit = status.misfit {
                report.add("\(name): cannot be compared: \(misfit)")
                continue
            }
            let found = report.count - before
            let lag = status.lag == 0 ? "" : ", \(Figures.count(status.lag, "event")) behind the log"
            try output.line(
                "\(name): compared with \(Figures.count(status.position, "event")) in \(Figures.seconds(seconds)): "
                    + (found == 0 ? "no difference" : Figures.count(found, "difference")) + lag)
        }
        let differences = try report.finish()
        guard differences == 0 else {
            throw CommandError(
                .faultsFound,
                "\(Figures.count(differences, "difference")) between the read models and the log: "
                    + "put them right with nacre replay")
        }
    }
}
