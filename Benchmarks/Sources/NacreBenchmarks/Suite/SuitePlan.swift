import ArgumentParser

/// The steps of a suite at one size, each with the call that it makes.
struct SuitePlan: Sendable {
    /// A step with its call.
    struct Call: Sendable {
        var step: SuiteStep

        /// What this program is given, without the paths of reports: the step's identity when it is found again.
        var arguments: [String]

        /// The folder that its kept stores are in, seen from the one that it runs in.
        var stores: String? { step.stores.map(SuitePlan.stores) }

        /// The name of the report's file.
        var report: String { "\(step.name).json" }

        /// The whole call: in the folder that it runs in, all paths are relative.
        var whole: [String] { arguments + ["--json", report] }

        /// The call as a shell takes it.
        var text: String { (["nacre-bench"] + whole).joined(separator: " ") }
    }

    let size: SuiteSize
    let groups: [SuiteGroup]

    /// All calls, in the order of the groups, by their steps' names; a step that no engine is left for has none.
    private(set) var calls: [Call] = []

    /// How the folders of kept stores begin.
    static let storesPrefix = "stores-"

    private static func stores(_ name: String) -> String { storesPrefix + name }

    /// Plans the calls; engines that are added are measured wherever they can do what is asked.
    init(
        _ size: SuiteSize, adding: [EngineName] = [], leavingOut: [EngineName] = [],
        groups: [SuiteGroup] = StandardSuite.groups
    ) {
        self.size = size
        self.groups = groups
        calls = groups.flatMap(\.steps).compactMap { step in
            var engines = step.engines.filter { !leavingOut.contains($0) }
            guard engines.isEmpty == step.engines.isEmpty else { return nil }
            for engine in adding where step.comparesEngines {
                // Whether an engine can do what a command asks for, the command knows; and that it is there already.
                guard case .success = Self.parsing(Self.arguments(step, size, engines + [engine])) else { continue }
                engines.append(engine)
            }
            return Call(step: step, arguments: Self.arguments(step, size, engines))
        }
    }

    /// What comes of parsing a call.
    static func parsing(_ arguments: [String]) -> Result<any ParsableCommand, any Error> {
        Result { try BenchmarkCommand.parseAsRoot(arguments) }
    }

    private static func arguments(_ step: SuiteStep, _ size: SuiteSize, _ engines: [EngineName]) -> [String] {
        var arguments = [step.workload]
        for engine in engines { arguments += ["--engine", engine.rawValue] }
        arguments += step.arguments[size].split(separator: " ").map(String.init)
        if size == .quick { arguments += ["--probe-seconds", "0.1"] }
        // A server of the harness's own is on the disk that is measured.
        if engines.contains(where: \.needsServer) { arguments.append("--start-server") }
        if let name = step.stores { arguments += ["--stores", stores(name)] }
        return arguments + ["--directory", "."]
    }
}
