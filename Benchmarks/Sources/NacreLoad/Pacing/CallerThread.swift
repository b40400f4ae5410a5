import Dispatch
import Foundation
import Synchronization

/// A thread on which the tasks of all callers run one after the other, and which keeps their time.
///
/// On the cooperative pool, each caller that arrives or is answered may wake a thread: generating the load would then
/// take more processor time than the measured work.
final class CallerThread: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isAsleep = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let alarm = DispatchSemaphore(value: 0)
    private let handOut: @Sendable () -> UInt64?

    /// Starts the thread, which calls `handOut` whenever it looks for work.
    ///
    /// `handOut` resumes due callers, and returns the time of the next one, by ``monotonicNanoseconds()``; `nil` if
    /// other work determines it.
    init(handingOut handOut: @escaping @Sendable () -> UInt64? = { nil }) {
        self.handOut = handOut
        let thread = Thread { [self] in run() }
        thread.name = "callers"
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        wake { $0.jobs.append(job) }
    }

    /// Lets the thread end when no work is left.
    func end() {
        wake { $0.isOver = true }
    }

    private func wake(_ body: (inout State) -> Void) {
        let isAsleep = state.withLock { state in
            body(&state)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if isAsleep { alarm.signal() }
    }

    private func run() {
        var jobs: [UnownedJob] = []
        while true {
            let next = handOut()
            jobs.removeAll(keepingCapacity: true)
            let goesOn = state.withLock { state in
                swap(&jobs, &state.jobs)
                state.isAsleep = jobs.isEmpty && !state.isOver
                return !jobs.isEmpty || state.isAsleep
            }
            guard goesOn else { return }
            guard jobs.isEmpty else {
                for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
                continue
            }
            sleep(until: next)
            state.withLock { $0.isAsleep = false }
        }
    }

    private func sleep(until next: UInt64?) {
        guard let next else { return alarm.wait() }
        let now = monotonicNanoseconds()
        if next > now { _ = alarm.wait(timeout: .now() + .nanoseconds(Int(next - now))) }
    }
}
