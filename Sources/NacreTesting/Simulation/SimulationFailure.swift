public import DomainKit

/// What a simulated run has found, and the seed that finds it again.
public struct SimulationFailure: DescribedError {
    /// What went wrong.
    public enum Kind: Sendable {
        /// A task threw.
        case failed

        /// Nothing could go on, and tasks were left.
        case deadlock

        /// There were more steps than ``SimulationOptions/greatestSteps``.
        case endless

        /// Something ran outside of the simulation, where the seed does not reach: an unstructured `Task`, `Task.sleep`, a
        /// queue or a thread.
        case stray
    }

    /// The seed.
    public let seed: UInt64

    /// What went wrong.
    public let kind: Kind

    /// The name of the task that threw; `nil` where none did.
    public let task: String?

    /// What it threw; `nil` where no task did.
    public let error: (any Error)?

    /// Where each task stood that had not ended: its name, and what it did last.
    public let unfinished: [String]

    /// What had happened by then.
    public let trace: SimulationTrace

    /// How the run is done again, as a line for the shell.
    public let replay: String

    /// What went wrong, how to do it again, and what happened before.
    public var description: String {
        var lines = ["seed \(seed): \(reason)", "do it again: \(replay)"]
        if kind != .failed, !unfinished.isEmpty {
            lines.append("what has not ended:")
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
            "nothing can go on, and tasks are left: they wait for each other, or for something outside of the simulation"
        case .endless: "the run has not ended after \(trace.steps) steps"
        case .stray:
            """
            something ran outside of the simulation, where no seed reaches it: an unstructured Task, Task.sleep, a queue \
            or a thread; hand the code the world's clock and blocking executor, and use child tasks or spawn
            """
        }
    }

    /// Thrown where something calls the simulation from another thread.
    struct Stray: Error, CustomStringConvertible {
        let place: String
        var description: String { "called from outside of the simulation: \(place)" }
    }
}
