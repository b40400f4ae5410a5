internal import Nacre
internal import Synchronization

/// Runs the blocking work of a simulation serially.
final class SimulatedBlockingExecutor: BlockingExecutor {
    private struct State {
        var isBusy = false
        var waiting: [UInt64] = []
    }

    private let scheduler: Scheduler
    private let state = Mutex(State())

    init(scheduler: Scheduler) {
        self.scheduler = scheduler
    }

    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await scheduler.pause(SchedulingPoint("begins blocking work"))
        try await enter()
        // Other strands may run inside the body: see `Scheduler.interleave`.
        let result = Swift.Result { try body() }
        leave()
        try await scheduler.pause(SchedulingPoint("ends blocking work"))
        return try result.get()
    }

    private func enter() async throws {
        while true {
            let number = scheduler.waitNumber()
            let isFree = state.withLock { state in
                if !state.isBusy {
                    state.isBusy = true
                    return true
                }
                state.waiting.append(number)
                return false
            }
            if isFree { return }
            try await scheduler.wait(number, at: SchedulingPoint("waits for blocking work"))
        }
    }

    private func leave() {
        // Wake all waiters: a single one might be cancelled, or its process crash, before it runs.
        let waiting = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for number in waiting { scheduler.wake(number) }
    }
}
