import Foundation

/// What stands on one side of a comparison, and what it was measured on: without that, a figure says nothing.
struct ComparedSide: Sendable {
    /// What verdicts and figures call it: `first` or `second`.
    var name: String

    /// Where it is from: a file, or a program and its options.
    var source: String

    var report: BenchmarkReport

    /// The side in a line: where it is from, its rounds, what acknowledgements were worth, and the machine.
    var line: String {
        let environment = report.environment
        let rounds = Set(report.runs.map(\.parameters.runs)).sorted().map(decimal).joined(separator: " and ")
        let durabilities = Set(report.runs.map(\.durability.rawValue)).sorted().joined(separator: " and ")
        let parts = [
            rounds == "1" ? "1 round" : "\(rounds) rounds", "durability \(durabilities)",
            environment.mountedFileSystem, environment.kernel, environment.program.map { "program \($0)" },
            report.measuredAt.map { "measured \(Date(timeIntervalSince1970: $0).ISO8601Format())" },
        ]
        return "\(name): \(source): \(parts.compactMap(\.self).joined(separator: ", "))"
    }
}
