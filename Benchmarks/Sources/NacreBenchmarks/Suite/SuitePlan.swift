import ArgumentParser

/// The steps of a suite at one size, each with its call.
struct SuitePlan: Sendable {
    struct Call: Sendable {
        var step: SuiteStep

        /// The arguments of this program without the paths of reports: they identify the step when a suite is resumed.
        var arguments: [String]

        /// The folder of its kept stores, relative to the working directory.
        var stores: String? { step.stores.map(SuitePlan.stores) }

        var report: String { "\(step.name).json" }

        /// The complete arguments; all paths are relative to the working directory.
        var whole: [String] { arguments + ["--json", report] }

        var text: String { (["nacre-bench"] + whole).joined(separator: " ") }
    }

    let size: SuiteSize
    let groups: [SuiteGroup]

    /// All calls, in the order of the groups, by step name; a step without a suitable engine has none.
    private(set) var calls: [Call] = []

    /// The prefix of the folders of kept stores.
    static let storesPrefix = "stores-"

    private static func stores(_ name: String) -> String { storesPrefix + name }

    /// Plans the calls; added engines are measured wherever they support the command.
    init(
        _ size: SuiteSize, adding: [EngineName] = [], leavingOut: [EngineName] = [],
        groups: [SuiteGroup] = StandardSuite.groups
    ) {
        self.size = size
        self.groups = groups
        calls = groups.flatMap(\.steps).compactMap { step in
            var engines = step.engines.filter { !leavingOut.contains($0) }
            guard engines.isEmpty == step.engines.isEmpty else { return nil }
            for engine in adding where step.engines.count > 1 {
                // The command determines whether it supports an engine, and whether the engine is already included.
                guard case .success = Self.parsing(Self.arguments(step, size, engines + [engine])) else { continue }
                engines.append(engine)
            }
            return Call(step: step, arguments: Self.arguments(step, size, engines))
        }
    }

    static func parsing(_ arguments: [String]) -> Result<any ParsableCommand, any Error> {
        Result { try BenchmarkCommand.parseAsRoot(arguments) }
    }

    private static func arguments(_ step: SuiteStep, _ size: SuiteSize, _ engines: [EngineName]) -> [String] {
        var arguments = [step.workload]
        for engine in engines { arguments += ["--engine", engine.rawValue] }
        arguments += step.arguments[size].split(separator: " ").map(String.init)
        if size == .quick { arguments += ["--probe-seconds", "0.1"] }
        // A server started by the harness is on the measured disk.
        if engines.contains(where: \.needsServer) { arguments.append("--start-server") }
        if let name = step.stores { arguments += ["--stores", stores(name)] }
        return arguments + ["--directory", "."]
    }
}
