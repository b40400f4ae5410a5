public import DomainKit

/// The failure of a simulated run, with the seed that reproduces it.
public struct SimulationFailure: DescribedError {
    /// The kind of failure.
    public enum Kind: Sendable {
        /// A task threw an error.
        case failed

        /// Nothing could continue, and tasks were unfinished.
        case deadlock

        /// The run exceeded ``SimulationOptions/maxSteps``.
        case endless

        /// Code ran outside the simulation, where the seed has no control: an unstructured `Task`, `Task.sleep`, a
        /// queue or a thread.
        case stray
    }

    /// The seed.
    public let seed: UInt64

    /// The kind of failure.
    public let kind: Kind

    /// The name of the task that threw; `nil` if none did.
    public let task: String?

    /// Its error; `nil` if no task threw.
    public let error: (any Error)?

    /// The name and the last scheduling point of each unfinished task.
    public let unfinished: [String]

    /// The trace of the run so far.
    public let trace: SimulationTrace

    /// The shell command that replays the run.
    public let replay: String

    /// The failure, the command for a replay, and the last steps.
    public var description: String {
        var lines = ["seed \(seed): \(reason)", "repeat it: \(replay)"]
        if kind != .failed, !unfinished.isEmpty {
            lines.append("unfinished tasks:")
            lines += unfinished.map { "    \($0)" }
        }
        lines.append("the last of \(trace.steps) steps:")
        lines += trace.lines.map { "    \($0)" }
        return lines.joined(separator: "\n")
    }

    private var reason: String {
        switch kind {
        case .failed: "\(task ?? "a task") fails: \(error.map { "\($0)" } ?? "without an error")"
        case .deadlock:
            "deadlock: the remaining tasks wait for each other, or for something outside the simulation"
        case .endless: "the run has not ended after \(trace.steps) steps"
        case .stray:
            """
            something ran outside the simulation, where the seed does not control it: an unstructured Task, Task.sleep, a \
            queue or a thread; pass the world's clock and blocking executor to the code, and use child tasks or spawn
            """
        }
    }

    /// Thrown when the simulation is called from another thread.
    struct Stray: Error, CustomStringConvertible {
        let place: String
        var description: String { "called from outside the simulation: \(place)" }
    }
}
