import Foundation

/// What is said on standard error while slices run: nothing where nobody watches.
struct Progress: Sendable {
    /// Whether anything is said.
    let isShown: Bool

    var columns: @Sendable () -> Int = { Terminal.columns }

    /// Takes what is said.
    var write: @Sendable (String) -> Void = { say($0) }

    /// Progress for a terminal; none elsewhere.
    static func onTerminal(wanted: Bool) -> Progress {
        Progress(isShown: wanted && isatty(STDERR_FILENO) == 1)
    }

    func note(_ line: String) {
        guard isShown else { return }
        write(line + "\n")
    }

    /// Runs a load that is watched, with a line that says how it is doing where anybody is there to see it; `step` is
    /// `nil` where whoever asked for it is not watched.
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

    /// A step's name for a process that writes its live line by itself; `nil` where nobody is there to see it.
    func shown(_ step: String) -> String? { isShown ? step : nil }

    func note(_ turn: Turn, _ label: String, eventsPerSecond: Double, passed: Bool) {
        let verdict = passed ? "" : "  AUDIT FAILED"
        note("\(turn.step(label))  \(decimal(Int(eventsPerSecond.rounded()))) events/s\(verdict)")
    }
}

func standardError(_ line: String) { say(line + "\n") }

/// Writes to standard error, unless whoever read it is gone.
private func say(_ text: String) {
    // There is nobody left to tell, and the measurement goes on.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
}
