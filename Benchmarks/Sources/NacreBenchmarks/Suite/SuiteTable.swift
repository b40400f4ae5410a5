/// The table of one group: a row for each figure, with its value and requirement.
struct SuiteTable {
    let page: SuitePage

    /// The group; `nil` for single figures only.
    let group: SuiteGroup?

    var lines: [String] {
        let rows = (group?.steps ?? []).flatMap(rows) + (group?.sharedRows ?? []).flatMap(rows)
        return ["| step | work | reached | asked | as asked | audit |", "|---|---|---|---|---|---|"]
            + rows.map { "| " + $0.map(\.text).joined(separator: " | ") + " |" }
    }

    /// A cell of a table: plain text, to be escaped, or Markdown.
    enum Cell: Hashable, Sendable, ExpressibleByStringLiteral {
        case plain(String)
        case marked(String)

        init(stringLiteral text: String) { self = .plain(text) }

        var text: String {
            switch self {
            case .plain(let text): markdown(text)
            case .marked(let text): text
            }
        }
    }

    private func rows(_ step: SuiteStep) -> [[Cell]] {
        guard let result = page.results.first(where: { $0.call.step.name == step.name }) else {
            return [[.plain(step.name), .plain(step.question), "left out: no engine takes part", "", "", ""]]
        }
        let verdict = page.verdict(on: result)
        guard let report = result.ownReport, verdict != .failed else {
            let asked: [[Cell]] = step.asks.filter { $0.row == nil }.map {
                ["", "", .plain("\($0.quantity.name): not measured"), .plain($0.words), "–", ""]
            }
            return [head(step, Self.failure(result), verdict)] + asked
        }
        let own = step.asks.filter { $0.row == nil }.map { row($0, report, of: nil) }
        return [head(step, Self.reached(report), verdict)] + own
    }

    private func head(_ step: SuiteStep, _ reached: String, _ verdict: SuitePage.Verdict) -> [Cell] {
        [.plain(step.name), .plain(step.question), .plain(reached), "", "", .marked(verdict.words)]
    }

    private func rows(_ shared: SuiteGroup.SharedRow) -> [[Cell]] {
        let asked = (group?.steps ?? []).flatMap { step in
            step.asks.filter { $0.row == shared.name }.map { ask in
                let result = page.results.first { $0.call.step.name == step.name }
                return row(ask, result?.ownReport, of: step.name)
            }
        }
        return [[.plain(shared.name), .plain(shared.question), "", "", "", ""]] + asked
    }

    private func row(_ ask: SuiteAsk, _ report: BenchmarkReport?, of step: String?) -> [Cell] {
        let prefix = step.map { "in \($0): " } ?? ""
        guard let reading = report.flatMap(ask.quantity.reading) else {
            return ["", "", .plain("\(prefix)\(ask.quantity.name): not measured"), .plain(ask.words), "–", ""]
        }
        return ["", "", .plain(prefix + reading.words), .plain(ask.words), .marked(answer(ask.bound, reading)), ""]
    }

    private func answer(_ bound: SuiteAsk.Bound, _ reading: SuiteQuantity.Reading) -> String {
        guard bound != .nothing else { return "–" }
        return page.plan.size == .quick ? "(a rehearsal)" : bound.admits(reading.value) ? "yes" : "**no**"
    }

    /// A figure with its requirement and whether it is met; `nil` if it was not measured.
    func inWords(_ ask: SuiteAsk, _ report: BenchmarkReport) -> String? {
        guard let reading = ask.quantity.reading(in: report) else { return nil }
        guard ask.bound != .nothing else { return reading.words }
        return "\(reading.words); asked: \(ask.words): \(answer(ask.bound, reading).filter { $0 != "*" })"
    }

    /// The rate and latencies of the report's subject.
    static func reached(_ report: BenchmarkReport) -> String {
        guard let run = report.subject.first else { return "" }
        guard run.audit.passed else { return "struck out" }
        let rate = SuiteQuantity.rate.reading(in: report)?.words
        let latency = run.latencyNanoseconds.map {
            "p50 \($0.cells[0]), p99 \($0.cells[2]) (\(run.latencyOf))"
        }
        return [rate, latency].compactMap(\.self).joined(separator: ", ")
    }

    /// How a step failed.
    static func failure(_ result: SuitePage.Result) -> String {
        guard let ending = result.ending else { return "not run" }
        let meaning =
            switch ending.exitCode {
            case 64: "the call is wrong"
            case 65: "an audit failed, or data is damaged"
            case 69: "a server could not be reached or started"
            case 73: "a folder or file could not be created"
            case 74: "the disk failed a read or a write"
            case 129...: "ended by signal \(ending.exitCode - 128)"
            default: "another failure"
            }
        let message = ending.message.map { ": \(withoutPaths($0))" } ?? ""
        return "failed with exit code \(ending.exitCode), \(meaning)\(message)"
    }

    /// The failed checks and guarantees, as text.
    static func failedChecks(_ report: BenchmarkReport) -> [String] {
        report.runs.flatMap { run in
            (run.audit.checks + run.promises).filter { !$0.passed }.map {
                withoutPaths("\(run.engine.rawValue): \($0.name): \($0.detail ?? "")")
            }
        }
    }
}
