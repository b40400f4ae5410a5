import ArgumentParser

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare a report with an earlier one: by how much is it faster or slower?",
        discussion: """
            Both reports must be of the same work, written with --json. Each figure is the median of its rounds. The \
            output is the ratio of the second figure to the first, with the interval that contains it with at least 95 \
            % confidence, without assuming a distribution (order statistics); both reports need \
            \(MedianRatio.fewestSamples) rounds for it. A figure is equal if the whole interval is within the \
            tolerance, faster or slower if the whole interval is beyond it, and undecided otherwise: measure more \
            rounds. Rates, p50 and p99 count. If a report has several engines, only their ratios count, which a slower \
            machine does not change. Turns on one store (fill, crash) are compared by medians only, without a verdict.

            Reports measured one after the other also differ by changes of the machine, which the interval does not \
            include: identical programs can be called slower or faster. To compare two programs, use alternate.

            EXAMPLES
              nacre-bench append --engine nacre --engine lmdb --runs 9 --json before.json
              nacre-bench compare before.json after.json
              nacre-bench compare before.json after.json --tolerance-percent 5

            EXIT CODES
              0   nothing is slower
              2   something is slower
              3   nothing is slower, but something is undecided
              64  invalid arguments
              65  a file is not a report, is not comparable, or is of other work
              74  a report cannot be read
            """)

    @Argument(help: "The reference report.")
    var first: String

    @Argument(help: "The report to compare with it.")
    var second: String

    @Option(help: "Differences within this percentage count as equal.")
    var tolerancePercent = 10.0

    func validate() throws { try requireTolerance(tolerancePercent) }

    func run() throws {
        let table: ComparisonTable
        do throws(HarnessError) {
            table = try self.table()
        } catch {
            throw error.reported
        }
        try table.finish()
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
