import Foundation

/// Progress on standard error while slices run; silent if standard error is not a terminal.
struct Progress: Sendable {
    let isShown: Bool

    var columns: @Sendable () -> Int = { Terminal.columns }

    var write: @Sendable (String) -> Void = { standardError($0, terminator: "") }

    static func onTerminal(wanted: Bool) -> Progress {
        Progress(isShown: wanted && isatty(STDERR_FILENO) == 1)
    }

    func note(_ line: String) {
        guard isShown else { return }
        write(line + "\n")
    }

    /// Runs a load with a live line if progress is shown; without one if `step` is `nil`.
    func watching<Result>(
        _ step: String?, _ budget: SliceBudget, _ body: (LoadWatch?) async throws -> Result
    ) async rethrows -> Result {
        guard isShown, let step else { return try await body(nil) }
        let watch = LoadWatch()
        let line = LiveLine(LiveText(step: step, budget: budget), of: watch, columns: columns, write: write)
        let result: Result
        do {
            result = try await body(watch)
        } catch {
            await line.stop()
            throw error
        }
        await line.stop()
        return result
    }

    /// The step's name, for a process that writes its live line itself; `nil` if progress is not shown.
    func shown(_ step: String) -> String? { isShown ? step : nil }

    func note(_ turn: Turn, _ label: String, eventsPerSecond: Double, passed: Bool) {
        let verdict = passed ? "" : "  AUDIT FAILED"
        note("\(turn.step(label))  \(decimal(Int(eventsPerSecond.rounded()))) events/s\(verdict)")
    }
}
