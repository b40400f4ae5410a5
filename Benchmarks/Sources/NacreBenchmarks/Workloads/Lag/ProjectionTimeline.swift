import Nacre
import Synchronization

final class ProjectionTimeline: ProjectionObserver {
    struct Step: Hashable, Sendable {
        /// The position up to which the log is applied.
        var position: Position

        /// The latest time at which that was readable, by ``monotonicNanoseconds()``.
        var moment: UInt64
    }

    private let steps = Mutex<[String: [Step]]>([:])

    func applied(_ progress: ProjectionProgress) {
        let moment = monotonicNanoseconds()
        guard !progress.isShadow, progress.events > 0 else { return }
        steps.withLock {
            $0[progress.projection, default: []].append(Step(position: progress.position, moment: moment))
        }
    }

    func halted(_ projection: String, by halt: ProjectionHalt) {
        // The runner of the projection throws it.
    }

    /// Returns the records since the last call: the steps of each projection, in order.
    func take() -> [String: [Step]] {
        steps.withLock { steps in
            defer { steps = [:] }
            return steps
        }
    }
}
