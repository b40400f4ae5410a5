internal import Synchronization

/// Thrown in a strand whose process has crashed or whose run is over; its later actions have no effect.
struct SimulationEnded: Error {}

extension Scheduler {
    /// A scheduling point: other strands may run, and time may pass.
    ///
    /// If the strand's process crashes, this call does not return.
    ///
    /// - Throws: ``SimulationEnded`` if the run is over.
    func pause(_ point: SchedulingPoint) async throws {
        try checkThread(at: point)
        let strand = Strand.current
        // Unsafe, because work that retries after the end of a run is never resumed, which a checked continuation would
        // report. No continuation is resumed twice: it is in at most one list of the state, moves under the state's
        // lock, and is resumed by the step that takes it from `ready`, or below if it is in no list.
        try await withUnsafeThrowingContinuation { continuation in
            let resumed = state.withLock { state -> Bool in
                guard !state.isOver else { return state.unwind(continuation) }
                state.note(strand, at: point)
                if let process = strand?.process, process.isDead || state.crashes(process) {
                    state.end(process)
                    state.abandoned.append(continuation)
                    return false
                }
                if !state.isCalm, state.random.chance(options.delays) {
                    let delay = state.random.next() % max(1, options.maxDelay.nanoseconds)
                    state.wait(continuation, strand, at: point, until: state.now + delay)
                } else {
                    state.ready.append(
                        Runnable(work: .resume(continuation, .success(())), strand: strand, point: point))
                }
                return false
            }
            if resumed { continuation.resume(throwing: SimulationEnded()) }
        }
    }

    /// Ends a process immediately.
    func end(_ process: SimulatedProcess.Life) {
        state.withLock { $0.end(process) }
    }

    /// Reserves the number of a wait.
    func waitNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Waits until woken, cancelled, or a deadline is reached.
    ///
    /// - Throws: `CancellationError`; ``SimulationEnded`` if the run is over.
    func wait(
        _ number: UInt64, at point: SchedulingPoint, until deadline: UInt64? = nil, isForIdleness: Bool = false
    ) async throws {
        try checkThread(at: point)
        let strand = Strand.current
        try await withTaskCancellationHandler {
            // Unsafe for the reason given in `pause(_:)`, and resumed at most once by the same rule.
            try await withUnsafeThrowingContinuation { continuation in
                let isCancelled = Task.isCancelled
                let failure = state.withLock { state -> (any Error)? in
                    if state.isOver { return state.unwind(continuation) ? SimulationEnded() : nil }
                    if isCancelled { return CancellationError() }
                    state.note(strand, at: point)
                    if let process = strand?.process, process.isDead {
                        state.abandoned.append(continuation)
                    } else {
                        state.waiting.append(
                            Waiting(
                                number: number, continuation: continuation, strand: strand, point: point,
                                deadline: deadline, isForIdleness: isForIdleness))
                    }
                    return nil
                }
                if let failure { continuation.resume(throwing: failure) }
            }
        } onCancel: {
            wake(number, with: .failure(CancellationError()))
        }
    }

    /// Resumes the wait with a number.
    func wake(_ number: UInt64, with result: Result<Void, any Error> = .success(())) {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return }
            state.ready.append(state.waiting.remove(at: index).ready(result))
        }
    }

    /// Lets other strands run inside a synchronous call.
    ///
    /// - Throws: ``SimulationEnded`` if the strand's process has crashed meanwhile.
    func interleave(_ point: SchedulingPoint) throws {
        try checkThread(at: point)
        let strand = Strand.current
        let count = state.withLock { state -> Int in
            // Nested steps run on this thread's stack, so their depth is bounded.
            guard !state.isOver, state.stop == nil, state.depth < 3 else { return 0 }
            state.note(strand, at: point)
            guard state.random.chance(0.4) else { return 0 }
            state.depth += 1
            return 1 + state.random.below(1 << (1 + state.random.below(5)))
        }
        if count > 0 {
            for _ in 0..<count { guard step(isNested: true) else { break } }
            state.withLock { $0.depth -= 1 }
        }
        if strand?.process.isDead == true { throw SimulationEnded() }
    }

    private func checkThread(at point: SchedulingPoint) throws {
        guard !isCurrent else { return }
        state.withLock { state in
            if !state.isOver, state.stop == nil { state.stop = .foreign }
        }
        throw SimulationFailure.Stray(place: point.description)
    }
}

extension Scheduler.State {
    mutating func note(_ strand: Strand?, at point: SchedulingPoint) {
        guard let strand else { return }
        places[strand.number] = SimulationStep(time: now, strand: strand, point: point)
    }

    mutating func wait(
        _ continuation: UnsafeContinuation<Void, any Error>, _ strand: Strand?, at point: SchedulingPoint,
        until deadline: UInt64
    ) {
        lastNumber += 1
        waiting.append(
            Waiting(number: lastNumber, continuation: continuation, strand: strand, point: point, deadline: deadline))
    }

    /// Draws whether a process crashes at this point.
    mutating func crashes(_ process: SimulatedProcess.Life) -> Bool {
        process.crashing > 0 && !isCalm && random.chance(process.crashing)
    }

    /// Ends a process immediately: none of its pending work continues.
    mutating func end(_ process: SimulatedProcess.Life) {
        guard process.die() else { return }
        for runnable in ready where runnable.strand?.process === process {
            if case .resume(let continuation, _) = runnable.work { abandoned.append(continuation) }
        }
        ready.removeAll { !$0.isJob && $0.strand?.process === process }
        for waiter in waiting where waiter.strand?.process === process { abandoned.append(waiter.continuation) }
        waiting.removeAll { $0.strand?.process === process }
        guard let index = waiting.firstIndex(where: { $0.number == process.end }) else { return }
        ready.append(waiting.remove(at: index).ready())
    }

    /// Whether a strand that reaches a scheduling point after the end of a run continues, to unwind.
    ///
    /// Work that retries forever is abandoned, and what it holds is leaked.
    mutating func unwind(_ continuation: UnsafeContinuation<Void, any Error>) -> Bool {
        unwound += 1
        return unwound < 10_000
    }
}

extension Duration {
    /// The duration in whole nanoseconds; 0 if negative.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product &+ UInt64(attoseconds / 1_000_000_000)
    }
}
