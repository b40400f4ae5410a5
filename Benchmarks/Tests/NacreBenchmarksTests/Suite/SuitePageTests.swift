import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct SuitePageTests {
    private func page(
        _ size: SuiteSize = .full,
        _ found: [String: (SuiteState.Ending?, BenchmarkReport?)] = [:]
    ) -> String {
        let plan = SampleSuite.plan(size)
        let results = plan.calls.map { call in
            let (ending, report) = found[call.step.name] ?? (SampleSuite.ending(of: call), SampleSuite.report())
            return SuitePage.Result(call: call, ending: ending, report: report)
        }
        return SuitePage(plan: plan, program: "made-up", results: results).text
    }

    private func failed(_ exitCode: Int32, _ message: String? = nil) -> SuiteState.Ending {
        SampleSuite.ending(of: SampleSuite.plan().calls[0], exitCode: exitCode, message: message)
    }

    @Test func `a row has the result, the bound and the verdict`() {
        let page = page()
        #expect(
            page.contains(
                "| [one](index.html#one) | How many \\| does one? | 20 events/s (10 to 30), p50 2.0 µs, p99 - (append)")
        )
        #expect(page.contains("| 20 events/s (10 to 30) | at least 15 events/s | met |"))
        #expect(page.contains("| 4.00 × the events/s of sqlite (4.00 to 4.00) | at least 3.00 | met |"))
        #expect(page.contains("| **in two: anonymous memory: at most 2.0 MiB** | **at most 1.0 MiB** | **not met** |"))
        #expect(page.contains("3 of 3 steps were run, and every audit passed"))
    }

    @Test func `a figure without a bound is shown, and a missing one is marked`() {
        let page = page()
        #expect(page.contains("| a figure: 1,234 | – | – |"))
        #expect(page.contains("| appends that share a commit: not measured | – | – |"))
    }

    @Test func `a figure is that of the step's subject and the requested variant`() {
        let report = SampleSuite.report { report in
            report.runs[1].figures = [Figure(name: "found", value: 3, unit: .count)]
            var other = report.runs[0]
            report.runs[0].label = "nacre, far behind"
            report.runs[0].figures = [Figure(name: "opening", value: 5, unit: .count)]
            other.label = "nacre, at hand"
            other.figures = [Figure(name: "opening", value: 4, unit: .count)]
            report.runs.append(other)
        }
        #expect(SuiteQuantity.figure("found", .count).reading(in: report) == nil)
        let quantity = SuiteQuantity.figure("opening", .count, of: "at hand")
        #expect(quantity.reading(in: report)?.words == "nacre, at hand: opening: 4")
        #expect(SuiteQuantity.figure("opening", .count, of: "elsewhere").reading(in: report) == nil)
    }

    @Test func `a figure below its bound is not met`() {
        let page = page(
            .full, ["two": (SampleSuite.ending(of: SampleSuite.plan().calls[1]), SampleSuite.report(rates: [9, 9]))])
        #expect(page.contains("| **9 events/s (9 to 9)** | **at least 15 events/s** | **not met** |"))
    }

    @Test func `quick sizes have no verdicts on figures`() {
        let page = page(.quick)
        #expect(page.contains("QUICK SIZES"))
        #expect(!page.contains("| met |") && !page.contains("not met"))
    }

    @Test func `a failed audit has no figures and names the failed checks`() {
        let page = page(.full, ["one": (failed(65), SampleSuite.report(rates: [77_777], passed: false))])
        #expect(page.contains("FAILED: one"))
        #expect(page.contains("- one: nacre: all is there: slice 1: in log"))
        #expect(page.contains("events/s: not measured"))
        #expect(!page.contains("77,777"))
    }

    @Test func `a broken promise is shown and keeps the figures`() {
        let broken = SampleSuite.report {
            $0.runs[0].promises = [.init(name: "it is flat", passed: false, detail: "it grew")]
        }
        let page = page(.full, ["one": (failed(65), broken)])
        #expect(page.contains("**PROMISE BROKEN**"))
        #expect(page.contains("- one: nacre: it is flat: it grew"))
        #expect(page.contains("20 events/s (10 to 30)"))
    }

    @Test func `a failed step shows the reason, and a missing one is marked`() {
        let page = page(.full, ["one": (failed(137), nil), "two": (nil, SampleSuite.report())])
        #expect(page.contains("failed with exit code 137, ended by signal 9"))
        #expect(page.contains("| two | How many \\| does two? | not run |"))
    }

    @Test func `each warning is shown once, with its steps`() {
        let page = page(
            .full,
            [
                "two": (
                    SampleSuite.ending(of: SampleSuite.plan().calls[1]),
                    SampleSuite.report { $0.environment.warnings = ["this is a debug build"] }
                )
            ])
        #expect(page.contains("> **WARNING** (two): this is a debug build"))
    }

    @Test func `an uneven disk causes a warning`() {
        let uneven = SampleSuite.report { $0.diskProbe.after.syncsPerSecond = 1_000 }
        let page = page(.full, ["two": (SampleSuite.ending(of: SampleSuite.plan().calls[1]), uneven)])
        #expect(page.contains("> **WARNING** (two): the disk alone made 9,000 syncs"))
    }

    @Test func `rates and ratios of enough rounds have intervals`() {
        let report = SampleSuite.report(rates: [10, 20, 30, 20, 20, 20])
        let page = page(.full, ["two": (SampleSuite.ending(of: SampleSuite.plan().calls[1]), report)])
        #expect(page.contains("| 20 events/s (10 to 30; 95 %) |"))
        #expect(page.contains("(4.00 to 4.00; 95 %)"))
    }

    @Test func `text of a report is escaped in Markdown`() {
        let page = page(.full, ["one": (failed(74, "a *file* of <b>some</b> `name`\n| gone"), nil)])
        #expect(page.contains("a \\*file\\* of &lt;b>some&lt;/b> \\`name\\` \\| gone"))
        #expect(page.contains("**failed** |"))
    }

    @Test func `the load of the machine counts before the first step only`() {
        func page(isFirst: Bool) -> String {
            var ending = SampleSuite.ending(of: SampleSuite.plan().calls[1])
            ending.isFirst = isFirst
            let busy = SampleSuite.report {
                $0.environment.warnings = ["\(MachineEnvironment.otherWork) (load average 9)"]
            }
            return self.page(.full, ["two": (ending, busy)])
        }
        #expect(page(isFirst: true).contains("WARNING"))
        #expect(!page(isFirst: false).contains("WARNING"))
    }

    @Test func `unequal durability and different machines cause warnings`() {
        let unequal = SampleSuite.report { $0.runs[1].durability = .unsynced }
        let elsewhere = SampleSuite.report { $0.environment.cpu = "another" }
        let ending = SampleSuite.ending(of: SampleSuite.plan().calls[1])
        #expect(page(.full, ["two": (ending, unequal)]).contains("durability differs between the runs"))
        #expect(page(.full, ["two": (ending, elsewhere)]).contains("different machines"))
        #expect(!page().contains("WARNING"))
    }

    @Test func `the page names no absolute path`() throws {
        let page = page(
            .full,
            [
                "one": (failed(74, "/home/somebody/disk/store cannot be removed: Error(path=/var/x)"), nil),
                "two": (failed(65), SampleSuite.report(passed: false)),
            ])
        #expect(page.contains("store cannot be removed"))
        #expect(try #/(^|[\s('"`=:])\/\w/#.anchorsMatchLineEndings().firstMatch(in: page) == nil)
    }

    @Test(arguments: [
        ("open of /a/b/c.mdb failed", "open of c.mdb failed"),
        ("'/a b'", "'a b'"), ("file:///x/y/z", "z"), ("12 events/s, 3/4", "12 events/s, 3/4"), ("a ~/b", "a b"),
    ])
    func `only the last component of a path remains`(text: String, expected: String) {
        #expect(withoutPaths(text) == expected)
    }
}
