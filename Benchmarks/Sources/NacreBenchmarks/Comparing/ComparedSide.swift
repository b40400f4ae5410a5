import Foundation

/// One side of a comparison, and the conditions of its measurement, without which figures are meaningless.
struct ComparedSide: Sendable {
    /// Its name in verdicts and figures: `first` or `second`.
    var name: String

    /// Its source: a file, or a program and its options.
    var source: String

    var report: BenchmarkReport

    /// The side in a line: its source, its rounds, the durability, and the machine.
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
