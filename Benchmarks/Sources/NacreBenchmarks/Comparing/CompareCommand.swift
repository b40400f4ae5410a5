import ArgumentParser
import Foundation

/// The command `compare`.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Say by how much a report differs from an earlier one, and whether that is faster or slower.",
        discussion: """
            Both reports were written by --json, of the same work. Each figure of the second is given as a share of the \
            first's, medians of the rounds, with the interval in which it lies with at least 95 %, whatever the \
            distribution of the rounds (order statistics), for which both need \(MedianRatio.fewestSamples) rounds. It is \
            equal where all of the interval lies within the tolerance, faster or slower where all of it lies beyond, and \
            undecided otherwise: measure more rounds. Rates count, and p50 and p99 of the rounds, \
            of which more is slower. Where a report has several engines, their ratios count, which a machine that is \
            slower today does not change, and what each has for itself is told beside them. Of turns of one store (fill, \
            crash) the medians are told, and nothing is decided.

            Reports that were measured one after the other also differ by what the machine did meanwhile, which the \
            interval knows nothing of: two of the very same program can be called slower or faster. To compare two \
            programs, have alternate run them in turns.

            EXAMPLES
              nacre-bench append --engine nacre --engine lmdb --runs 9 --json before.json
              nacre-bench compare before.json after.json
              nacre-bench compare before.json after.json --tolerance-percent 5

            EXIT CODES
              0   nothing is slower
              2   something is slower
              3   nothing is known to be slower, but something is undecided
              64  the call is wrong
              65  a report is none, means nothing, or is of other work
              74  a report cannot be read
            """)

    @Argument(help: "The report that is the measure.")
    var first: String

    @Argument(help: "The report that is judged.")
    var second: String

    @Option(help: "What difference does not matter, in percent.")
    var tolerancePercent = 10.0

    func validate() throws {
        guard tolerancePercent > 0, tolerancePercent < 100 else {
            throw ValidationError("--tolerance-percent is above 0 and below 100, not \(tolerancePercent)")
        }
    }

    func run() throws {
        let table: ComparisonTable
        do throws(HarnessError) {
            table = try self.table()
        } catch {
            throw error.reported
        }
        for line in table.lines { print(line) }
        let code = table.comparison.verdict.exitCode
        guard code == 0 else { throw ExitCode(code) }
    }

    /// Reads both reports and compares them.
    ///
    /// - Throws: ``HarnessError`` if a report cannot be read, is invalid, or is of other work.
    func table() throws(HarnessError) -> ComparisonTable {
        let reports = (first: try ReportFile.read(first), second: try ReportFile.read(second))
        return ComparisonTable(
            comparison: try ReportComparison(of: reports.second, to: reports.first, within: tolerancePercent / 100),
            tolerancePercent: tolerancePercent,
            sides: [
                ComparedSide(name: "first", source: first, report: reports.first),
                ComparedSide(name: "second", source: second, report: reports.second),
            ])
    }
}
