internal import Synchronization

/// Thrown where a strand's process has crashed, or its run is over: nothing that it does then has any effect.
struct SimulationEnded: Error {}

extension Scheduler {
    /// Lets others run, and with them time pass, as the seed says; where the strand's process crashes, it does not return.
    ///
    /// - Throws: ``SimulationEnded`` where the run is over.
    func pause(_ point: SchedulingPoint) async throws {
        try checkThread(at: point)
        let strand = Strand.current
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
                    let delay = state.random.next() % max(1, options.longestDelay.nanoseconds)
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

    /// Ends a process where it stands.
    func end(_ process: SimulatedProcess.Life) {
        state.withLock { $0.end(process) }
    }

    /// A number for a wait that is to come.
    func waitNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Waits until it is woken, the task is cancelled, or a time has come.
    ///
    /// - Throws: `CancellationError`; ``SimulationEnded`` where the run is over.
    func wait(
        _ number: UInt64, at point: SchedulingPoint, until deadline: UInt64? = nil, isForIdleness: Bool = false
    ) async throws {
        try checkThread(at: point)
        let strand = Strand.current
        try await withTaskCancellationHandler {
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

    /// Lets what waits under a number go on.
    func wake(_ number: UInt64, with result: Result<Void, any Error> = .success(())) {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return }
            state.ready.append(state.waiting.remove(at: index).ready(result))
        }
    }

    /// Lets others run in the middle of a call that cannot wait.
    ///
    /// - Throws: ``SimulationEnded`` where the strand's process has crashed meanwhile.
    func interleave(_ point: SchedulingPoint) throws {
        try checkThread(at: point)
        let strand = Strand.current
        let count = state.withLock { state -> Int in
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

    /// Whether a process crashes here and now.
    mutating func crashes(_ process: SimulatedProcess.Life) -> Bool {
        process.crashing > 0 && !isCalm && random.chance(process.crashing)
    }

    /// Ends a process where it stands: nothing that it has begun goes on.
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

    /// Whether what comes to a scheduling point of a run that is over goes on, to end.
    ///
    /// Work that tries again without end is left standing, and what it holds is never released.
    mutating func unwind(_ continuation: UnsafeContinuation<Void, any Error>) -> Bool {
        unwound += 1
        return unwound < 10_000
    }
}

extension Duration {
    /// The duration in whole nanoseconds; 0 for less than nothing.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product &+ UInt64(attoseconds / 1_000_000_000)
    }
}
