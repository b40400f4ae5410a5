import Foundation

struct SuiteRun {
    let plan: SuitePlan

    /// The steps to run; the page covers all.
    let names: Set<String>
    let folder: SuiteFolder
    let workspace: SuiteWorkspace
    let child: SuiteChild

    /// The stamp of the program that ``child`` runs.
    let program: String
    let interruption: SuiteInterruption

    /// Whether filled stores remain for another suite.
    var keepsStores = false

    var state: SuiteState
    let say: (String) -> Void

    var forecast = SuiteForecast()
    let begun = monotonicNanoseconds()

    var page: SuitePage { SuitePage(plan: plan, folder: folder, state: state, program: program) }

    /// Runs the remaining calls.
    ///
    /// The exit code is 0 if every step passed, 65 if an audit failed or a requirement was not met, otherwise that of
    /// the failure, or 128 plus the signal's number.
    ///
    /// - Throws: ``HarnessError`` if there is not enough space, or something cannot be started, read or written.
    mutating func run() async throws -> Int32 {
        defer { workspace.letGo() }
        let chosen = plan.calls.filter { names.contains($0.step.name) }
        let left = chosen.filter { !isDone($0) }
        for call in chosen where isDone(call) { say("\(call.step.name): done before by this program") }
        try workspace.claim(for: program)
        if !left.isEmpty { try folder.removeCharts() }
        try SuiteWorkspace.requireRoom(for: left, at: plan.size, free: workspace.freeMebibytes)
        for (index, call) in left.enumerated() {
            if let signal = interruption.signal { return 128 + signal }
            try await run(call, number: index + 1, left: Array(left[index...]))
            if let signal = interruption.signal { return stopped(call, by: signal) }
            let needed = (keepsStores ? plan.calls : Array(left[(index + 1)...])).compactMap(\.stores)
            try workspace.clear(keeping: Set(needed))
            try folder.write(state)
            try folder.write(page: page.text)
        }
        if !keepsStores { try workspace.remove() }
        try folder.write(state)
        try folder.write(page: page.text)
        try folder.write(charts: page.charts)
        return Self.exitCode(of: chosen.compactMap { state.ending(of: $0, by: program)?.exitCode })
    }

    /// Whether this program made a call before, which passed and left its report.
    private func isDone(_ call: SuitePlan.Call) -> Bool {
        guard let ending = state.ending(of: call, by: program), ending.exitCode == 0 else { return false }
        return folder.report(of: call)?.passed == true
    }

    private mutating func run(_ call: SuitePlan.Call, number: Int, left: [SuitePlan.Call]) async throws {
        let total = number + left.count - 1
        let rest = forecast.seconds(of: left.map { $0.step.seconds[plan.size] })
        say(
            "[\(number) of \(total)] \(call.step.name): \(call.step.question) (\(clock(elapsed)) elapsed, about "
                + "\(clock(rest)) left)")
        state.endings[call.step.name] = nil
        try folder.removeReport(of: call)
        // If the suite is killed while this call runs, the call must not count as made.
        try folder.write(state)
        let start = monotonicNanoseconds()
        let ending = try await child.run(call.whole, in: workspace, interruption: interruption)
        guard interruption.signal == nil else { return }
        let seconds = Double(monotonicNanoseconds() - start) / 1e9
        forecast.note(seconds, estimated: call.step.seconds[plan.size])
        let hasReport = try folder.takeReport(of: call, from: workspace.folder)
        // A call that succeeds without a report has failed.
        let exitCode = ending.exitCode == 0 && !hasReport ? 1 : ending.exitCode
        state.endings[call.step.name] = SuiteState.Ending(
            arguments: call.arguments, program: program, exitCode: exitCode,
            message: exitCode == 0 ? nil : ending.message.map { withoutPaths($0) }, seconds: seconds,
            isFirst: number == 1,
            day: Self.today)
        for line in page.lines(of: call) { say("    \(line)") }
    }

    private func stopped(_ call: SuitePlan.Call, by signal: Int32) -> Int32 {
        say("interrupted: the same command resumes at \(call.step.name); until then \(workspace.folder.path) remains")
        return 128 + signal
    }

    private var elapsed: Double { Double(monotonicNanoseconds() - begun) / 1e9 }

    private static var today: String { Date().formatted(.iso8601.year().month().day()) }

    /// The suite's exit code for the exit codes of its calls: the most severe.
    static func exitCode(of codes: [Int32]) -> Int32 {
        [65, 74, 73, 69].first(where: codes.contains) ?? (codes.contains { $0 != 0 } ? 1 : 0)
    }
}

/// Shortens absolute paths to their last component, because folder names are private.
func withoutPaths(_ text: String) -> String {
    text.replacing(/(^|[\s('"`=:])(?:file:\/\/)?\/(?:[^\s\/:,)'"`]+\/)+([^\s\/:,)'"`]*)/) { "\($0.1)\($0.2)" }
        .replacing(/(^|[\s('"`=:])~?\/([^\s\/:,)'"`]+)/) { "\($0.1)\($0.2)" }
}
