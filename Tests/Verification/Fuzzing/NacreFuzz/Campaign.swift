import ChildProcesses
import Foundation

/// Runs many cases in child processes, some hundred in each, and continues after a case that crashes its process.
struct Campaign: Sendable {
    /// The number of cases per process: creating the stores takes as long as some of them.
    private static let casesPerProcess: UInt64 = 1_000

    /// The number of cases between two lines of progress, for runs of hours.
    private static let casesPerNotice = 50_000

    let options: CaseOptions
    let cases: UInt64
    let seconds: Int?
    let workers: Int

    /// The result.
    struct Report: Sendable {
        var cases = 0
        var faults = 0
        var crashes = 0
        var hangs = 0
        var seconds = 0.0

        var summary: String {
            let rate = seconds > 0 ? Double(cases) / seconds : 0
            return "\(cases) cases in \(Int(seconds)) s (\(Int(rate)) a second): \(faults) faults, of them \(crashes) "
                + "that ended the process and \(hangs) that did not end"
        }
    }

    func run() async throws -> Report {
        let begun = Date()
        let end = seconds.map { begun.timeIntervalSince1970 + Double($0) } ?? .infinity
        tell("seeds from \(options.seed)")
        var report = try await withThrowingTaskGroup(of: Report.self) { group in
            var next = options.seed
            let last = options.seed + cases
            var total = Report()
            var running = 0
            while next < last || running > 0 {
                while next < last, running < workers, Date().timeIntervalSince1970 < end {
                    let seeds = next..<min(next + Self.casesPerProcess, last)
                    next = seeds.upperBound
                    running += 1
                    group.addTask { try await runAll(seeds, until: end) }
                }
                guard running > 0, let part = try await group.next() else { break }
                running -= 1
                let notices = total.cases / Self.casesPerNotice
                total.cases += part.cases
                total.faults += part.faults
                total.crashes += part.crashes
                total.hangs += part.hangs
                total.seconds = Date().timeIntervalSince(begun)
                if total.cases / Self.casesPerNotice > notices { tell("seeds below \(next): \(total.summary)") }
            }
            return total
        }
        report.seconds = Date().timeIntervalSince(begun)
        return report
    }

    /// Runs cases in one process, and the rest in others after a crash.
    private func runAll(_ seeds: Range<UInt64>, until end: Double) async throws -> Report {
        var report = Report()
        var rest = seeds
        while !rest.isEmpty {
            let process = try await ChildProcess(
                URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
                ["worker"] + options.arguments(seed: rest.lowerBound)
                    + ["--cases", "\(rest.count)", "--until", "\(end)"],
                environment: ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in
                    own
                })
            let lines = String(decoding: try await process.output(), as: UTF8.self).split(separator: "\n")
            let ending = try await process.ending()
            var begun: UInt64?
            var reached = rest.lowerBound
            for line in lines {
                let words = line.split(separator: " ", maxSplits: 2)
                guard words.count >= 2, let seed = UInt64(words[1]) else { continue }
                switch words[0] {
                case "begin": begun = seed
                case "end":
                    begun = nil
                    report.cases += 1
                    reached = seed + 1
                case "fault":
                    report.faults += 1
                    tell(seed, "\(words.last ?? "")")
                default: break
                }
            }
            guard ending != .exit(0) else { return report }
            guard let begun else { throw Mistake("a worker ended between two cases after seed \(reached): \(ending)") }
            report.cases += 1
            report.faults += 1
            if ending == .exit(Worker.hung) {
                report.hangs += 1
                tell(begun, "did not end")
            } else {
                report.crashes += 1
                tell(begun, "ended the process: \(ending)")
            }
            rest = (begun + 1)..<rest.upperBound
        }
        return report
    }

    private func tell(_ seed: UInt64, _ what: String) {
        tell("FAULT \(what)\n  again: NacreFuzz case \(options.arguments(seed: seed).joined(separator: " "))")
    }

    /// Prints and flushes, also into a file, so that an interrupted run keeps its findings.
    private func tell(_ what: String) {
        print(what)
        fflush(nil)
    }
}
