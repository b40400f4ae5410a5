import Foundation

/// Latencies in the text format of HdrHistogram's percentile distributions (`.hgrm`), which its plotters read.
enum HistogramFile {
    /// Writes the latencies of each run to a file of its own, with a name derived from the path if there are several
    /// runs.
    ///
    /// Runs without latencies, such as those with failed audits, have no file; this is reported on standard error.
    static func write(_ report: BenchmarkReport, to path: String) throws(HarnessError) {
        for (run, path) in zip(report.runs, paths(of: report.runs.map(\.name), from: path)) {
            guard let distribution = run.latencyDistribution else {
                let reason = run.audit.passed ? "it has no latencies in full" : "its figures are struck out"
                standardError("nacre-bench: no histogram of \(run.name): \(reason)")
                continue
            }
            try ReportFile.write(Data(text(of: distribution).utf8), to: path)
        }
    }

    static func paths(of names: [String], from path: String) -> [String] {
        guard names.count > 1 else { return names.map { _ in path } }
        let url = URL(fileURLWithPath: path)
        let base = url.deletingPathExtension().path
        let fileExtension = url.pathExtension.isEmpty ? "hgrm" : url.pathExtension
        var taken: [String: Int] = [:]
        return names.map { name in
            let part = slug(name)
            taken[part, default: 0] += 1
            let count = taken[part] ?? 1
            return "\(base)-\(part)\(count > 1 ? "-\(count)" : "").\(fileExtension)"
        }
    }

    /// The distribution, values in milliseconds, to a nanosecond.
    static func text(of distribution: LatencyDistribution) -> String {
        var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
        for step in distribution.steps {
            let share = step.percentile / 100
            text += String(format: "%12.6f %2.12f %10llu", milliseconds(step.nanoseconds), share, step.count)
            // It would be infinite for the last step, where plotters expect no value.
            text += share < 1 ? String(format: " %14.2f\n", 1 / (1 - share)) : "\n"
        }
        let (mean, deviation) = (distribution.mean / 1e6, distribution.standardDeviation / 1e6)
        text += String(format: "#[Mean    = %12.6f, StdDeviation   = %12.6f]\n", mean, deviation)
        text += String(
            format: "#[Max     = %12.6f, Total count    = %12llu]\n", milliseconds(distribution.max), distribution.count
        )
        text += String(
            format: "#[Buckets = %12d, SubBuckets     = %12d]\n", LatencyRecorder.buckets, LatencyRecorder.subBuckets)
        return text
    }

    private static func milliseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e6 }

    /// A name as a part of a file name: lowercase letters, digits and single dashes.
    private static func slug(_ name: String) -> String {
        let plain = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : " " }
        let words = String(plain).split(separator: " ").joined(separator: "-")
        return words.isEmpty ? "run" : words
    }
}
