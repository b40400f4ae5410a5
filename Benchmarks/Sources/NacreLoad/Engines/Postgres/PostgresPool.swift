import Dispatch
import Foundation
import Nacre
import Synchronization

/// Connections on threads of their own, which take jobs from one queue.
///
/// libpq blocks until the server has answered: on the cooperative pool, that would stop the load itself.
final class PostgresPool: Sendable {
    private typealias Job = @Sendable (PostgresConnection) -> Void

    private struct State {
        var jobs: [Job] = []
        var isClosed = false
        var threads = 0
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)
    private let ends = DispatchSemaphore(value: 0)

    /// Opens connections, each on its thread; if one fails, all are closed.
    static func open(
        _ count: Int, _ connect: @escaping @Sendable () throws -> PostgresConnection
    ) async throws -> PostgresPool {
        let pool = PostgresPool()
        do {
            for _ in 0..<count { try await pool.add(connect) }
        } catch {
            await pool.close()
            throw error
        }
        return pool
    }

    private func add(_ connect: @escaping @Sendable () throws -> PostgresConnection) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let thread = Thread { [self] in
                let connection: PostgresConnection
                do {
                    connection = try connect()
                } catch {
                    continuation.resume(throwing: error)
                    return
                }
                state.withLock { $0.threads += 1 }
                continuation.resume()
                while let job = next() { job(connection) }
                ends.signal()
            }
            thread.name = "postgres"
            thread.start()
        }
    }

    /// Waits for a job; `nil` when the pool is closed and no job is left.
    private func next() -> Job? {
        wakeUp.wait()
        return state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
    }

    /// Runs a body, which may block its thread, with the first free connection.
    ///
    /// - Throws: Errors of `body`; `EventStoreError` with the code `closed`.
    func perform<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let isAccepted = begin { connection in
                continuation.resume(with: Swift.Result { try body(connection) })
            }
            if !isAccepted {
                continuation.resume(throwing: EventStoreError(.closed, "the store is closed", outcome: .notWritten))
            }
        }
    }

    /// Starts a body, which may block its thread, on the first free connection without waiting for it; `false` if the
    /// pool is closed.
    @discardableResult
    func begin(_ body: @escaping @Sendable (PostgresConnection) -> Void) -> Bool {
        let isAccepted = state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(body)
            return true
        }
        if isAccepted { wakeUp.signal() }
        return isAccepted
    }

    /// Finishes the queued jobs, and closes the connections.
    func close() async {
        let threads = state.withLock { state in
            defer { (state.isClosed, state.threads) = (true, 0) }
            return state.threads
        }
        // One signal more than jobs for each thread: it finds no job, and the thread ends.
        for _ in 0..<threads { wakeUp.signal() }
        await withCheckedContinuation { continuation in
            Thread { [ends] in
                for _ in 0..<threads { ends.wait() }
                continuation.resume()
            }.start()
        }
    }
}
