internal import Dispatch
internal import Synchronization

/// Runs the tasks of one simulation on one thread, one job at a time, in an order determined by a seed.
///
/// It is the preferred executor of the simulation's tasks, so their child tasks, actor calls and continuations return
/// to it. A job from another thread was not scheduled by the seed, and fails the run.
final class Scheduler: TaskExecutor {
    /// Why a run was stopped early.
    enum Stop: Sendable {
        case failure(any Error, in: String)
        case endless
        case foreign
    }

    struct State: Sendable {
        var random: SimulationRandom
        var bias: SchedulingBias
        var trace: SimulationTrace.Recorder

        /// The ready jobs and strands, in order of creation.
        var ready: [Runnable] = []
        var waiting: [Waiting] = []

        /// The continuations of crashed processes, which are never resumed.
        var abandoned: [UnsafeContinuation<Void, any Error>] = []

        /// Whether a continuation is being resumed; its job, which runs at once.
        var isResuming = false
        var direct: UnownedJob?

        var running: Strand?
        var stalled: [Int: UInt64] = [:]

        /// The nesting depth of synchronous calls that let other strands run.
        var depth = 0

        /// The last scheduling point of each strand, by its number.
        var places: [Int: SimulationStep] = [:]

        /// The simulated time in nanoseconds since the start.
        var now: UInt64 = 0
        var steps: UInt64 = 0
        var lastNumber: UInt64 = 0
        var isCalm = false
        var stop: Stop?
        /// Whether the body of the run has returned.
        var isDone = false
        /// Whether the run is over and remaining strands only unwind.
        var isOver = false
        var unwound = 0
    }

    let options: SimulationOptions
    let state: Mutex<State>
    private let queue = DispatchQueue(label: "simulation")
    private let mark = DispatchSpecificKey<ObjectIdentifier>()

    init(seed: UInt64, options: SimulationOptions) {
        self.options = options
        var random = SimulationRandom(seed: seed)
        let bias = SchedulingBias(&random)
        state = Mutex(State(random: random, bias: bias, trace: .init(limit: options.shownSteps)))
        queue.setSpecific(key: mark, value: ObjectIdentifier(self))
    }

    /// Whether the calling thread is the simulation's.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == ObjectIdentifier(self) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isForeign = !isCurrent
        state.withLock { state in
            if isForeign, state.steps > 0, !state.isOver, state.stop == nil { state.stop = .foreign }
            if state.isResuming, !isForeign {
                state.isResuming = false
                state.direct = job
            } else {
                state.ready.append(
                    Runnable(work: .job(job), strand: isForeign ? nil : state.running, point: .init("goes on")))
            }
        }
    }

    /// Runs jobs on the simulation's thread until none is ready or the run is stopped.
    private func drain() async {
        await withCheckedContinuation { continuation in
            queue.async {
                while self.step() {}
                continuation.resume()
            }
        }
    }

    /// Runs all work to its end.
    ///
    /// - Returns: Why the run was stopped; `nil` if all required tasks have ended, or nothing can continue.
    func run() async -> Stop? {
        await drain()
        return state.withLock { $0.stop }
    }

    /// Unwinds the remaining work of a run, so that what it holds is released.
    func unwind() async {
        state.withLock { state in
            state.isOver = true
            let left = state.waiting.map(\.continuation) + state.abandoned
            for continuation in left {
                state.ready.append(
                    Runnable(
                        work: .resume(continuation, .failure(SimulationEnded())), strand: nil, point: .init("ends")))
            }
            state.waiting = []
            state.abandoned = []
        }
        await drain()
    }

    /// Runs the next job.
    ///
    /// - Parameter isNested: Whether a job is already running; simulated time must not advance then.
    /// - Returns: Whether there was one.
    @discardableResult
    func step(isNested: Bool = false) -> Bool {
        let next = state.withLock { $0.next(limit: options.maxSteps, mayPassTime: !isNested) }
        guard let next else { return false }
        let outer = state.withLock { state in
            defer { state.running = next.strand }
            return state.running
        }
        switch next.work {
        case .job(let job):
            job.runSynchronously(on: asUnownedTaskExecutor())
        case .resume(let continuation, let result):
            state.withLock { $0.isResuming = true }
            continuation.resume(with: result)
            let job = state.withLock { state in
                state.isResuming = false
                return state.direct.take()
            }
            // `nil` only if the task is bound to another executor; its job will then arrive as a foreign one.
            job?.runSynchronously(on: asUnownedTaskExecutor())
        }
        state.withLock { $0.running = outer }
        return true
    }
}

extension Scheduler.State {
    /// Picks the next job, and advances time if none is ready.
    mutating func next(limit: UInt64, mayPassTime: Bool) -> Runnable? {
        if isOver { return ready.popLast() }
        guard stop == nil else { return nil }
        guard steps < limit else {
            stop = .endless
            return nil
        }
        takeDue()
        if ready.isEmpty {
            guard mayPassTime else { return nil }
            if let deadline = waiting.lazy.filter({ !$0.isForIdleness }).compactMap(\.deadline).min() {
                now = max(now, deadline)
                takeDue()
            } else if let index = waiting.firstIndex(where: \.isForIdleness) {
                ready.append(waiting.remove(at: index).ready())
            } else {
                return nil
            }
        }
        steps += 1
        // Every step takes a microsecond, so that waiting tasks time out even if others never rest.
        now += 1_000
        stallSome()
        let index = pick()
        let runnable = ready.remove(at: index)
        trace.add(SimulationStep(time: now, strand: runnable.strand, point: runnable.point), picked: index)
        return runnable
    }

    private mutating func takeDue() {
        guard waiting.contains(where: { $0.deadline.map { $0 <= now } ?? false }) else { return }
        for waiter in waiting where waiter.deadline.map({ $0 <= now }) ?? false { ready.append(waiter.ready()) }
        waiting.removeAll { $0.deadline.map { $0 <= now } ?? false }
    }

    /// Randomly pauses a strand for a while.
    private mutating func stallSome() {
        guard ready.count > 1, !isCalm, random.chance(bias.stallProbability) else { return }
        guard let strand = ready[random.below(ready.count)].strand else { return }
        stalled[strand.number] = steps + 1 << UInt64(1 + random.below(8))
    }

    private mutating func pick() -> Int {
        guard ready.count > 1 else { return 0 }
        var candidates = Array(ready.indices)
        if !stalled.isEmpty {
            let awake = candidates.filter { index in
                ready[index].strand.map { (stalled[$0.number] ?? 0) <= steps } ?? true
            }
            if !awake.isEmpty { candidates = awake }
        }
        if let running = trace.last?.strand, random.chance(bias.continueProbability),
            let same = candidates.last(where: { ready[$0].strand === running })
        {
            return same
        }
        return candidates[random.below(candidates.count)]
    }
}
