import Nacre
import Synchronization

/// Takes down when each read model has come to which position.
final class ProjectionTimeline: ProjectionObserver {
    /// A transaction of a read model that is committed.
    struct Step: Hashable, Sendable {
        /// Up to where the log is applied.
        var position: Position

        /// When that could be read at the latest, as ``monotonicNanoseconds()`` counts.
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
        // Whoever runs the projection throws it.
    }

    /// Hands out what was taken down since the last time: the steps of each projection, in order.
    func take() -> [String: [Step]] {
        steps.withLock { steps in
            defer { steps = [:] }
            return steps
        }
    }
}
