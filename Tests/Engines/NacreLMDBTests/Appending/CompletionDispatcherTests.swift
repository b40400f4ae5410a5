import Dispatch
import DomainKit
import LMDB
import Nacre
import Synchronization
import Testing

@testable import NacreLMDB

@Suite struct CompletionDispatcherTests {
    /// Callers that run one after the other in the order in which they are resumed, which tasks of a pool do not guarantee,
    /// and record the order in which they continue.
    private final class Callers: TaskExecutor {
        private let queue = DispatchQueue(label: "callers")
        private let positions = Mutex<[Position]>([])

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }

        /// The callers that have continued, once all others wait.
        var order: [Position] { queue.sync { positions.withLock { $0 } } }

        func begin(in queue: AppendQueue) {
            Task(executorPreference: self) {
                let commit = Commit([EventData(type: "T", data: [])], to: "s-1")
                try await queue.reserve(commit.weight)
                let now = Instant(nanosecondsSince1970: 0, decimals: 0)
                let position = try await queue.submit(AppendRequest(PreparedCommit(commit, now: now))).lastPosition
                self.positions.withLock { $0.append(position) }
            }
        }
    }

    /// Starts a caller for each request that waits for its answer.
    private func wait(_ count: Int, _ callers: Callers, in queue: AppendQueue) async throws -> [AppendRequest] {
        for index in 1...count {
            callers.begin(in: queue)
            while queue.load.requests < index { try await Task.sleep(for: .microseconds(50)) }
        }
        // A late caller that does not wait yet would continue before the others: dispatch only when all wait.
        #expect(callers.order.isEmpty)
        var group: [AppendRequest] = []
        #expect(queue.take(into: &group))
        for (index, request) in group.enumerated() {
            request.answer = .appended(upTo: Position(index + 1), versions: NonEmptyList(1))
        }
        return group
    }

    @Test(.timeLimit(.minutes(25)))
    func `callers are resumed in the order of their requests`() async throws {
        let queue = AppendQueue()
        let callers = Callers()
        let requests = try await wait(100, callers, in: queue)
        let completions = CompletionDispatcher()
        completions.dispatch(requests[..<50])
        // Few, but earlier callers have not been resumed yet: the thread resumes these too.
        completions.dispatch(requests[50..<52])
        #expect(callers.order.isEmpty)
        let thread = try DedicatedThread { completions.run() }
        completions.dispatch(requests[52...])
        while callers.order.count < 100 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(callers.order == Array(1...100))
        completions.close()
        thread.join()
    }

    @Test(.timeLimit(.minutes(25)))
    func `a few callers are resumed by the writer itself`() async throws {
        let queue = AppendQueue()
        let callers = Callers()
        let requests = try await wait(3, callers, in: queue)
        CompletionDispatcher().dispatch(requests[...])
        while callers.order.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(callers.order == [1, 2, 3])
    }

    @Test(.timeLimit(.minutes(25)))
    func `callers handed over before closing are resumed`() async throws {
        let queue = AppendQueue()
        let callers = Callers()
        let requests = try await wait(100, callers, in: queue)
        let completions = CompletionDispatcher()
        completions.dispatch(requests[...])
        completions.close()
        let thread = try DedicatedThread { completions.run() }
        thread.join()
        while callers.order.count < 100 { try await Task.sleep(for: .milliseconds(1)) }
    }
}
