extension SuitePage {
    enum Verdict: String, Sendable {
        case notRun = "not run"
        case passed
        case brokenPromise = "PROMISE BROKEN"
        case failedAudit = "AUDIT FAILED"
        case failed

        var isFailure: Bool { self != .notRun && self != .passed }
    }

    func verdict(on result: Result) -> Verdict {
        guard let ending = result.ending else { return .notRun }
        guard let report = result.report, [0, 65].contains(ending.exitCode) else { return .failed }
        guard report.runs.allSatisfy(\.audit.passed) else { return .failedAudit }
        return ending.exitCode == 0 && report.passed ? .passed : .brokenPromise
    }

    /// The answers to the questions of a group: for each step a row, then a row for each figure with its bound.
    ///
    /// Rows link to the sections of a page.
    func answers(of group: SuiteGroup, page: String) -> FigureTable {
        let shared = group.sharedRows.flatMap { shared in
            [FigureTable.Row(cells: [shared.name, shared.question, "", "", ""])]
                + group.steps.flatMap { step in
                    step.asks.filter { $0.row == shared.name }.map {
                        row($0, result(of: step)?.ownReport, of: step.name)
                    }
                }
        }
        return FigureTable(
            caption: group.title, columns: ["step", "question", "result", "bound", "verdict"],
            rows: group.steps.flatMap { rows($0, page: page) } + shared)
    }

    private func result(of step: SuiteStep) -> Result? { results.first { $0.call.step.name == step.name } }

    private func rows(_ step: SuiteStep, page: String) -> [FigureTable.Row] {
        guard let result = result(of: step) else {
            return [.init(cells: [step.name, step.question, "not run: no selected engine supports it", "", ""])]
        }
        let verdict = verdict(on: result)
        let report = verdict == .failed ? nil : result.ownReport
        let head = FigureTable.Row(
            cells: [step.name, step.question, report.map(\.reached) ?? Self.failure(result), "", verdict.rawValue],
            isFailure: verdict.isFailure, link: report == nil ? nil : "\(page)#\(step.name)")
        return [head] + step.asks.filter { $0.row == nil }.map { row($0, report, of: nil) }
    }

    private func row(_ ask: SuiteAsk, _ report: BenchmarkReport?, of step: String?) -> FigureTable.Row {
        let prefix = step.map { "in \($0): " } ?? ""
        guard let reading = report.flatMap(ask.quantity.reading) else {
            return .init(cells: ["", "", "\(prefix)\(ask.quantity.name): not measured", ask.words, "–"])
        }
        let answer = answer(ask.bound, reading)
        return .init(
            cells: ["", "", prefix + reading.words, ask.words, answer], isFailure: answer == Self.notMet)
    }

    private static let notMet = "not met"

    private func answer(_ bound: SuiteAsk.Bound, _ reading: SuiteQuantity.Reading) -> String {
        guard bound != .nothing else { return "–" }
        return plan.size == .quick ? "not judged" : bound.admits(reading.value) ? "met" : Self.notMet
    }

    var summary: String {
        let verdicts = results.map { verdict(on: $0) }
        let met = results.flatMap { result in
            result.call.step.asks.filter { $0.bound != .nothing }.compactMap { ask in
                result.ownReport.flatMap(ask.quantity.reading).map { ask.bound.admits($0.value) }
            }
        }
        let answer =
            plan.size == .quick ? "bounds not judged" : "\(met.count(where: \.self)) of \(met.count) bounds met"
        return "\(verdicts.count { $0 == .passed }) of \(verdicts.count) steps passed, "
            + "\(verdicts.count(where: \.isFailure)) failed, \(answer)"
    }

    /// A short result of a step, for display while the suite runs.
    func lines(of call: SuitePlan.Call) -> [String] {
        guard let result = result(of: call.step) else { return [] }
        let verdict = verdict(on: result)
        let time = result.ending.map { " (\(clock($0.seconds)))" } ?? ""
        guard let report = result.ownReport, verdict != .failed else { return [Self.failure(result) + time] }
        let figures = call.step.asks.compactMap { ask -> String? in
            guard let reading = ask.quantity.reading(in: report) else { return nil }
            guard ask.bound != .nothing else { return reading.words }
            return "\(reading.words); bound: \(ask.words): \(answer(ask.bound, reading))"
        }
        return [verdict.rawValue + time] + report.failedChecks.map { "failed: \($0)" }
            + ([report.reached] + figures).filter { !$0.isEmpty }
    }

    private static func failure(_ result: Result) -> String {
        guard let ending = result.ending else { return "not run" }
        let meaning =
            switch ending.exitCode {
            case 64: "invalid arguments"
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
}

extension BenchmarkReport {
    var reached: String {
        guard let run = subject.first else { return "" }
        guard run.audit.passed else { return "struck out" }
        let rate = SuiteQuantity.rate.reading(in: self)?.words
        let latency = run.latencyNanoseconds.map { "p50 \($0.cells[0]), p99 \($0.cells[2]) (\(run.latencyOf))" }
        return [rate, latency].compactMap(\.self).joined(separator: ", ")
    }

    var failedChecks: [String] {
        runs.flatMap { run in
            (run.audit.checks + run.promises).filter { !$0.passed }.map {
                withoutPaths("\(run.engine.rawValue): \($0.name): \($0.detail ?? "")")
            }
        }
    }
}
