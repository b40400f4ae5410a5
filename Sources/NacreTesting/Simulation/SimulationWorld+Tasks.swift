internal import Synchronization

extension SimulationWorld {
    /// Starts a task that must end.
    ///
    /// The seed schedules it among all others; its child tasks are scheduled in the same way.
    ///
    /// - Parameters:
    ///   - name: The name of the task in failures.
    ///   - work: The work. An error fails the run.
    public func spawn(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        start(name, in: life, isService: false, work)
    }

    /// Starts a task that runs until the world is finished, which cancels it, such as a projection that follows the
    /// log.
    ///
    /// - Parameters:
    ///   - name: The name of the task in failures.
    ///   - work: The work, until it is cancelled. An earlier error fails the run.
    public func serve(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        start(name, in: life, isService: true, work)
    }

    /// Starts a process, which crashes when the seed says so and is restarted.
    ///
    /// - Parameters:
    ///   - name: The name of the process in failures.
    ///   - crashes: The maximum number of crashes.
    ///   - probability: The probability of a crash at each scheduling point.
    ///   - main: The program, called at each start: it creates its objects on stores of the world, and starts its
    ///     tasks. A simulated fault of a store restarts the process; any other error fails the run.
    public func process(
        _ name: String, crashes: Int = 2, probability: Double = 0.02,
        _ main: @escaping @Sendable (SimulatedProcess) async throws -> Void
    ) {
        tasks.withLock { $0.restarting += 1 }
        start("\(name), its supervisor", in: life, isService: true) { [self] in
            var (left, start) = (crashes, 0)
            while true {
                start += 1
                let life = SimulatedProcess.Life(
                    crashing: left > 0 ? probability : 0, end: scheduler.waitNumber(), isSupervised: true)
                let process = SimulatedProcess(name, start: start, in: self, life)
                self.start(name, in: life, isService: false) { try await main(process) }
                tasks.withLock { $0.restarting -= 1 }
                try await scheduler.wait(life.end, at: SchedulingPoint("runs", name))
                left -= 1
                forget(life)
                try await sleep(for: .milliseconds(random(in: 0...30)))
            }
        }
    }

    /// Waits until all tasks that must end have ended, and then stops faults and crashes.
    ///
    /// Then it waits until all other tasks are idle, as ``settle(atMost:)`` does, and cancels them.
    ///
    /// Check final properties afterwards. If the body of a run returns without calling it, the run is finished then.
    ///
    /// - Throws: An error if the run is over; rethrow it.
    public func finish() async throws {
        try await waitForTasks { $0.restarting == 0 && !$0.strands.values.contains { !$0.strand.isService } }
        scheduler.state.withLock { $0.isCalm = true }
        try await settle()
        let services = tasks.withLock { tasks in
            tasks.isFinishing = true
            return tasks.strands.values.sorted { $0.strand.number < $1.strand.number }.compactMap(\.task)
        }
        for service in services { service.cancel() }
        try await waitForTasks { $0.strands.isEmpty }
        tasks.withLock { $0.isFinishing = false }
    }

    /// Waits until nothing can continue: all tasks wait for something other than time.
    ///
    /// - Parameter longest: The time limit on the simulated clock, for tasks that poll.
    /// - Throws: An error if the run is over; rethrow it.
    public func settle(atMost longest: Duration = .seconds(10)) async throws {
        try await scheduler.wait(
            scheduler.waitNumber(), at: SchedulingPoint("waits until all others wait"),
            until: clock.now.advanced(by: longest).nanoseconds, isForIdleness: true)
    }

    /// Checks an invariant after every change of the world's stores, before anything else runs.
    ///
    /// - Parameters:
    ///   - name: The name of the invariant in failures.
    ///   - rule: Inspects the stores through ``SimulatedEventStore/log`` and ``SimulatedReadModelStore/models``; an
    ///     error fails the run.
    public func always(_ name: String, _ rule: @escaping @Sendable () throws -> Void) {
        tasks.withLock { $0.rules.append((name, rule)) }
    }

    /// Checks the invariants.
    func checkRules() {
        for (name, rule) in tasks.withLock({ $0.rules }) {
            do {
                try rule()
            } catch {
                scheduler.state.withLock { state in
                    if state.stop == nil, !state.isOver { state.stop = .failure(error, in: name) }
                }
            }
        }
    }

    private func waitForTasks(_ isReached: @Sendable (Tasks) -> Bool) async throws {
        while true {
            let number = scheduler.waitNumber()
            let isOver = tasks.withLock { tasks in
                if isReached(tasks) { return true }
                tasks.waiter = number
                return false
            }
            if isOver { return }
            try await scheduler.wait(number, at: SchedulingPoint("waits for tasks to end"))
        }
    }

    /// Starts a strand.
    func start(
        _ name: String, in life: SimulatedProcess.Life, isService: Bool,
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        let strand = tasks.withLock { tasks in
            tasks.lastNumber += 1
            let strand = Strand(tasks.lastNumber, named: name, in: life, isService: isService)
            tasks.strands[strand.number] = (strand, nil)
            return strand
        }
        let task = Task(executorPreference: scheduler) { await self.run(strand, work) }
        tasks.withLock { $0.strands[strand.number]?.task = task }
    }

    private func run(_ strand: Strand, _ work: @Sendable () async throws -> Void) async {
        do {
            try await Strand.$current.withValue(strand) {
                try await scheduler.pause(SchedulingPoint("begins"))
                try await work()
            }
            ended(strand)
        } catch {
            fail(strand, error)
        }
    }

    private func fail(_ strand: Strand, _ error: any Error) {
        // The error was caused by a crash; the restarted process takes over.
        guard !strand.process.isDead, !(error is SimulationEnded) else { return }
        let isFinishing = tasks.withLock { $0.isFinishing }
        if error is CancellationError, isFinishing { return ended(strand) }
        // A supervisor restarts a process that fails because of its disk.
        if strand.process.isSupervised, error.isSimulatedFault {
            return scheduler.end(strand.process)
        }
        scheduler.state.withLock { state in
            if state.stop == nil { state.stop = .failure(error, in: strand.name) }
        }
    }

    /// Notes the end of a strand, and wakes waiters for it.
    private func ended(_ strand: Strand) {
        let waiter = tasks.withLock { tasks in
            tasks.strands[strand.number] = nil
            return tasks.waiter.take()
        }
        if let waiter { scheduler.wake(waiter) }
    }

    /// Removes the tasks of a process that has ended and will be restarted.
    private func forget(_ life: SimulatedProcess.Life) {
        tasks.withLock { tasks in
            tasks.restarting += 1
            tasks.strands = tasks.strands.filter { $0.value.strand.process !== life }
        }
    }
}
