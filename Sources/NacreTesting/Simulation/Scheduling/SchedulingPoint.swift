/// Where a strand stands: the operation that it is at, and what that is about.
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

/// What can run next.
struct Runnable: Sendable {
    enum Work: Sendable {
        /// What the language has made ready: a new task, a child that ended, a turn of an actor.
        case job(UnownedJob)

        /// A strand that has stopped at a scheduling point.
        case resume(UnsafeContinuation<Void, any Error>, Result<Void, any Error>)
    }

    let work: Work

    /// The strand; for a job, the one that made it ready.
    let strand: Strand?
    let point: SchedulingPoint

    var isJob: Bool { if case .job = work { true } else { false } }
}

/// A strand that waits for something.
struct Waiting: Sendable {
    let number: UInt64
    let continuation: UnsafeContinuation<Void, any Error>
    let strand: Strand?
    let point: SchedulingPoint

    /// When it goes on at the latest, in nanoseconds of the simulated clock; `nil` for never.
    let deadline: UInt64?

    /// Whether it waits until nothing else can run.
    var isForIdleness = false

    func ready(_ result: Result<Void, any Error> = .success(())) -> Runnable {
        Runnable(work: .resume(continuation, result), strand: strand, point: point)
    }
}

/// A step of a run: which strand went on, and from where.
struct SimulationStep: Sendable {
    let time: UInt64
    let strand: Strand?
    let point: SchedulingPoint
}
