internal import Synchronization

extension SimulationWorld {
    /// Starts a task, which has to end.
    ///
    /// It runs as the seed says, next to all others. Its child tasks are scheduled in the same way.
    ///
    /// - Parameters:
    ///   - name: What it is called in failures.
    ///   - work: What it does. What it throws fails the run.
    public func spawn(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        start(name, in: life, isService: false, work)
    }

    /// Starts a task that goes on until the world is finished, which cancels it: a projection that follows the log.
    ///
    /// - Parameters:
    ///   - name: What it is called in failures.
    ///   - work: What it does, until it is cancelled. What it throws before fails the run.
    public func serve(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        start(name, in: life, isService: true, work)
    }

    /// Starts a process: what crashes where the seed says, and is started again.
    ///
    /// - Parameters:
    ///   - name: What it is called in failures.
    ///   - crashes: How often it crashes at most.
    ///   - probability: How likely a crash is at each scheduling point.
    ///   - main: What the program does from its start on, each time anew: it makes its objects, over stores of the world,
    ///     and starts its tasks. Where it throws a simulated fault of a store, the process is started again; another error
    ///     fails the run.
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

    /// Waits until all tasks that have to end have ended, then, without faults and crashes any more, until all others have
    /// dealt with what there is and wait, as ``settle(atMost:)`` does; and cancels these.
    ///
    /// What is to hold in the end is checked behind it. A run whose body returns without it is finished then.
    ///
    /// - Throws: An error where the run is over, which is to be passed on.
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

    /// Waits until nothing can go on any more: all tasks wait for something other than time.
    ///
    /// - Parameter longest: How long it waits at most, on the simulated clock, for tasks that look again and again.
    /// - Throws: An error where the run is over, which is to be passed on.
    public func settle(atMost longest: Duration = .seconds(10)) async throws {
        try await scheduler.wait(
            scheduler.waitNumber(), at: SchedulingPoint("waits until all others wait"),
            until: clock.now.advanced(by: longest).nanoseconds, isForIdleness: true)
    }

    /// Has a rule checked after every change of the world's stores, before anything else goes on.
    ///
    /// - Parameters:
    ///   - name: What the rule is called in failures.
    ///   - rule: Looks at the stores as they are, through ``SimulatedEventStore/log`` and
    ///     ``SimulatedReadModelStore/models``; what it throws fails the run.
    public func always(_ name: String, _ rule: @escaping @Sendable () throws -> Void) {
        tasks.withLock { $0.rules.append((name, rule)) }
    }

    /// Checks what is always to hold.
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
        // What a crash has ended, its successor takes the place of.
        guard !strand.process.isDead, !(error is SimulationEnded) else { return }
        let isFinishing = tasks.withLock { $0.isFinishing }
        if error is CancellationError, isFinishing { return ended(strand) }
        if strand.process.isSupervised, error.isSimulatedFault {
            return scheduler.end(strand.process)
        }
        scheduler.state.withLock { state in
            if state.stop == nil { state.stop = .failure(error, in: strand.name) }
        }
    }

    /// Notes that a strand has ended, for those that wait for that.
    private func ended(_ strand: Strand) {
        let waiter = tasks.withLock { tasks in
            tasks.strands[strand.number] = nil
            return tasks.waiter.take()
        }
        if let waiter { scheduler.wake(waiter) }
    }

    /// Forgets the tasks of a process that has ended and will be started again.
    private func forget(_ life: SimulatedProcess.Life) {
        tasks.withLock { tasks in
            tasks.restarting += 1
            tasks.strands = tasks.strands.filter { $0.value.strand.process !== life }
        }
    }
}
