import Foundation

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// A suite of three small steps, and a fake program that runs them.
enum SampleSuite {
    static let groups = [
        SuiteGroup(
            title: "Samples", introduction: "Made up.",
            steps: ["one", "two", "three"].map { name in
                SuiteStep(
                    name: name, question: "How many | does \(name)?", workload: "append", engines: [.nacre],
                    arguments: Sized("--writers 2"), seconds: Sized(quick: 1, reduced: 2, full: 3),
                    mebibytes: Sized(quick: 1, reduced: 1, full: 1),
                    asks: [
                        .ask(.rate, .atLeast(15)), .ask(.ratio(to: "sqlite"), .atLeast(3)),
                        .ask(.memory, .atMost(1_048_576), row: "shared"), .tell(.groupShare),
                        .tell(.figure("a figure", .count)),
                    ])
            },
            sharedRows: [.init(name: "shared", question: "What do all of them share?")])
    ]

    static func plan(_ size: SuiteSize = .reduced) -> SuitePlan { SuitePlan(size, groups: groups) }

    /// A report of Nacre beside an SQLite at a quarter of the rate.
    static func report(
        rates: [Double] = [10, 20, 30], passed: Bool = true, _ change: (inout BenchmarkReport) -> Void = { _ in }
    ) -> BenchmarkReport {
        var nacre = ContenderResult(
            Contender(engine: NacreEngine(durability: .full, mapSize: smallMap), rule: .whatWaits))
        nacre.eventsPerSecond = rates
        nacre.latencies.record([1_000, 2_000, 3_000])
        nacre.memory = [MemorySample(seconds: 0, bytes: 2 << 20), MemorySample(seconds: 1, bytes: 2 << 20)]
        nacre.audits = [
            AuditReport(checks: [.init(name: "all is there", passed: passed, detail: "in /var/made/up/log")])
        ]
        nacre.note("a figure", 1_234, .count)
        var sqlite = ContenderResult(
            Contender(engine: EngineName.sqlite.engine(.full, mapSize: smallMap), rule: .whatWaits))
        sqlite.eventsPerSecond = rates.map { $0 / 4 }
        sqlite.audits = [AuditReport(checks: [.init(name: "all is there", passed: true, detail: nil)])]
        let results = [nacre, sqlite]
        let parameters = RunParameters(
            writers: 2, eventsPerAppend: 1, streams: 5, payloadBytes: 64, seed: 1, runs: rates.count, sliceSeconds: 2,
            events: nil)
        let probe = DiskProbe(syncsPerSecond: 9_000, syncs: 9_000, seconds: 1)
        var report = BenchmarkReport(
            environment: .current(storesIn: URL(fileURLWithPath: "/")), command: "nacre-bench append",
            diskProbe: .init(before: probe, after: probe),
            runs: results.map {
                RunReport($0, workload: .append, durability: .full, parameters: parameters, latencyOf: "append")
            },
            ratios: RatioReport.compare(results))
        report.environment.warnings = []
        change(&report)
        return report
    }

    static func ending(of call: SuitePlan.Call, exitCode: Int32 = 0, message: String? = nil) -> SuiteState.Ending {
        SuiteState.Ending(
            arguments: call.arguments, program: "made-up", exitCode: exitCode, message: message, seconds: 2,
            isFirst: true, day: "2026-11-30")
    }
}

/// A program that records its calls, and answers each with the given report and exit code, or never.
struct PretendedProgram {
    let folder: URL

    init(in folder: URL) throws {
        self.folder = folder
        try """
        #!/bin/sh
        home=$(dirname "$0")
        for report; do :; done
        step=${report%.json}
        echo "$step" >> "$home/calls"
        echo "$@" >> "$home/arguments"
        if [ -e "$home/$step.waits" ]; then
            trap 'exit 129' HUP
            touch "$home/$step.started"
            while :; do sleep 0.02 </dev/null; done
        fi
        [ -e "$home/$step.report" ] && cp "$home/$step.report" "$report"
        if [ -e "$home/$step.exit" ]; then
            echo "WARNING: it is late" >&2
            echo "nacre-bench: it went wrong in $PWD/store" >&2
            exit "$(cat "$home/$step.exit")"
        fi
        exit 0

        """.write(to: executable, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: executable.path)
    }

    var executable: URL { folder.appendingPathComponent("program") }

    /// The steps that were called, in order.
    var calls: [String] { lines("calls") }

    /// Its arguments, a line for each call.
    var arguments: [String] { lines("arguments") }

    /// Sets the result of a step.
    func step(_ name: String, _ report: BenchmarkReport?, exitCode: Int32 = 0) throws {
        let (reportFile, exitFile) = (file("\(name).report"), file("\(name).exit"))
        for file in [reportFile, exitFile] { try? FileManager.default.removeItem(at: file) }
        if let report { try ReportFile.write(report, to: reportFile.path) }
        if exitCode != 0 { try "\(exitCode)".write(to: exitFile, atomically: true, encoding: .utf8) }
    }

    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func lines(_ name: String) -> [String] {
        let text = (try? String(contentsOf: file(name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}
