import ArgumentParser
import MicroBenchmarks

/// The command `list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the benchmarks with their units.")

    func run() {
        for benchmark in MicroBenchmark.all { print("\(benchmark.name)  per \(benchmark.unit)") }
    }
}

/// Finds benchmarks by name.
///
/// - Parameter names: Their names; empty for all.
/// - Returns: The benchmarks, in their own order.
/// - Throws: `ValidationError` that lists the existing ones.
func benchmarks(named names: [String]) throws -> [MicroBenchmark] {
    for name in names where !MicroBenchmark.all.contains(where: { $0.name == name }) {
        let known = MicroBenchmark.all.map(\.name).joined(separator: ", ")
        throw ValidationError("there is no benchmark \(name): the benchmarks are \(known)")
    }
    return names.isEmpty ? MicroBenchmark.all : MicroBenchmark.all.filter { names.contains($0.name) }
}
