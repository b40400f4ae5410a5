import Foundation
import Testing

@testable import AuthSecrets

@Suite struct WorkerThreadsTests {
    @Test func `work runs on as many threads as there are, on no other one, and as much at once`() async throws {
        let gate = Gate()
        let threads = try WorkerThreads(count: 2, capacity: 10)
        let names = try await withThrowingTaskGroup(of: pthread_t.self, returning: [pthread_t].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await threads.run {
                        gate.pass()
                        return pthread_self()
                    }
                }
            }
            await gate.untilWaiting(2)
            while threads.waitingCount < 6 { await Task.yield() }
            // The others wait, although there is nothing else to do.
            #expect(gate.waitingCount == 2)
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // Both were held at once, so that they are two.
        #expect(Set(names).count == 2)
        await threads.close()
    }

    @Test func `errors of the work reach the caller`() async throws {
        struct Failure: Error {}
        let threads = try WorkerThreads(count: 1, capacity: 0)
        await #expect(throws: Failure.self) { try await threads.run { throw Failure() } }
        await threads.close()
    }

    @Test func `a cancelled request stops waiting, and its work does not run`() async throws {
        let gate = Gate()
        let ran = Counter()
        let threads = try WorkerThreads(count: 1, capacity: 1)
        async let held: Void = threads.run { gate.pass() }
        await gate.untilWaiting(1)
        let waiting = Task { try await threads.run { ran.increment() } }
        while threads.waitingCount < 1 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(threads.waitingCount == 0)
        // The slot in the queue is free again.
        let next = Task { try await threads.run { 1 } }
        while threads.waitingCount < 1 { await Task.yield() }
        gate.open()
        try await held
        #expect(try await next.value == 1)
        #expect(ran.value == 0)
        await threads.close()
    }

    @Test func `a request of a task that is cancelled already does not run`() async throws {
        let threads = try WorkerThreads(count: 1, capacity: 1)
        let ran = Counter()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await threads.run { ran.increment() }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await threads.close()
        #expect(ran.value == 0)
    }

    @Test func `cancelling at any moment answers the caller once`() async throws {
        let threads = try WorkerThreads(count: 2, capacity: 1_000)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let task = Task { try await threads.run { number } }
                    if number % 2 == 0 { await Task.yield() }
                    task.cancel()
                    switch await task.result {
                    case .success(let value): #expect(value == number)
                    case .failure(let error): #expect(error is CancellationError)
                    }
                }
            }
        }
        await threads.close()
    }

    @Test func `closing waits for the work that was submitted`() async throws {
        let gate = Gate()
        let ran = Counter()
        let threads = try WorkerThreads(count: 1, capacity: 1)
        let held = Task { try await threads.run { gate.pass() } }
        await gate.untilWaiting(1)
        let waiting = Task { try await threads.run { ran.increment() } }
        while threads.waitingCount < 1 { await Task.yield() }
        let closing = Task {
            await threads.close()
            return ran.value
        }
        gate.open()
        #expect(await closing.value == 1)
        try await held.value
        try await waiting.value
    }
}
