import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What is said on standard error while slices run: nothing where nobody watches.
struct Progress: Sendable {
    /// Whether anything is said.
    let isShown: Bool

    /// Progress for a terminal; none elsewhere.
    static func onTerminal(wanted: Bool) -> Progress {
        Progress(isShown: wanted && isatty(STDERR_FILENO) == 1)
    }

    /// Says a line.
    func note(_ line: String) {
        guard isShown else { return }
        standardError(line)
    }

    /// Says what a slice measured.
    func note(run: Int, of runs: Int, _ label: String, eventsPerSecond: Double, passed: Bool) {
        let which = run == 0 ? "warm-up" : "run \(run) of \(runs)"
        let verdict = passed ? "" : "  AUDIT FAILED"
        note("\(which)  \(label)  \(decimal(Int(eventsPerSecond.rounded()))) events/s\(verdict)")
    }
}

/// Writes a line to standard error.
func standardError(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
