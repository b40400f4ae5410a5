/// A scheduling point of a strand: the operation, and its subject.
struct SchedulingPoint: Sendable, CustomStringConvertible {
    let operation: StaticString
    var detail: String?
    var number: UInt64?

    init(_ operation: StaticString, _ detail: String? = nil, number: UInt64? = nil) {
        self.operation = operation
        self.detail = detail
        self.number = number
    }

    var description: String {
        [operation.description, detail, number.map(String.init)].compactMap(\.self).joined(separator: " ")
    }
}

/// Work that is ready to run.
struct Runnable: Sendable {
    enum Work: Sendable {
        /// A job of the Swift runtime: a new task, a finished child task, or an actor's turn.
        case job(UnownedJob)

        /// A strand that stopped at a scheduling point.
        case resume(UnsafeContinuation<Void, any Error>, Result<Void, any Error>)
    }

    let work: Work

    /// The strand; for a job, the one that enqueued it.
    let strand: Strand?
    let point: SchedulingPoint

    var isJob: Bool { if case .job = work { true } else { false } }
}

/// A strand that waits.
struct Waiting: Sendable {
    let number: UInt64
    let continuation: UnsafeContinuation<Void, any Error>
    let strand: Strand?
    let point: SchedulingPoint

    /// The deadline in nanoseconds of the simulated clock; `nil` if there is none.
    let deadline: UInt64?

    /// Whether it waits until nothing else is ready.
    var isForIdleness = false

    func ready(_ result: Result<Void, any Error> = .success(())) -> Runnable {
        Runnable(work: .resume(continuation, result), strand: strand, point: point)
    }
}

/// A step of a run: the strand that continued, and its scheduling point.
struct SimulationStep: Sendable {
    let time: UInt64
    let strand: Strand?
    let point: SchedulingPoint
}
