import ArgumentParser
import Foundation

/// The output of a report besides its table and its JSON.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write each run's latencies as an HdrHistogram percentile distribution, in milliseconds; several runs "
                + "go to a file each, with the run's name in the file name.", valueName: "file"))
    var hdr: String?

    @Option(help: ArgumentHelp("Write the report as a self-contained page with charts.", valueName: "file"))
    var html: String?

    func write(_ report: BenchmarkReport) throws {
        if let hdr { try HistogramFile.write(report, to: hdr) }
        if let html { try ReportFile.write(Data(ReportPage([report]).source().utf8), to: html) }
    }
}
