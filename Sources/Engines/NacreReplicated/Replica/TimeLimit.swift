internal import Synchronization

/// The error of work that did not end within its time limit.
struct TimeLimitPassed: Error {}

/// Runs work that may not honour cancellation, and waits for it for a limited time.
///
/// Work that takes longer is cancelled and left to itself.
final class TimeLimits: Sendable {
    private struct State {
        var races: [UInt64: @Sendable () -> Void] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Runs work.
    ///
    /// - Parameters:
    ///   - limit: How long to wait for it.
    ///   - body: The work.
    ///   - early: Waits for the result in another way; `nil` if it does not find it.
    /// - Returns: Its result.
    /// - Throws: ``TimeLimitPassed``; errors of the work.
    func run<Success: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async throws -> Success,
        orElse early: (@Sendable () async -> Success?)? = nil
    ) async throws -> Success {
        let race = Race<Success>()
        let number = state.withLock { state in
            state.last += 1
            state.races[state.last] = { race.end(.failure(TimeLimitPassed())) }
            return state.last
        }
        defer { state.withLock { _ = $0.races.removeValue(forKey: number) } }
        return try await withCheckedThrowingContinuation { continuation in
            var tasks = [
                Task.detached {
                    do { race.end(.success(try await body())) } catch { race.end(.failure(error)) }
                },
                Task.detached {
                    do { try await Task.sleep(for: limit) } catch { return }
                    race.end(.failure(TimeLimitPassed()))
                },
            ]
            if let early {
                tasks.append(
                    Task.detached {
                        if let result = await early() { race.end(.success(result)) }
                    })
            }
            race.begin(continuation, tasks)
        }
    }

    /// Ends all waiting, as if the limits had passed.
    func endAll() {
        for end in state.withLock({ Array($0.races.values) }) { end() }
    }
}

/// Work and its time limit: the first that ends resumes the caller.
private final class Race<Success: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Success, any Error>?
        var result: Result<Success, any Error>?
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Mutex(State())

    func begin(_ continuation: CheckedContinuation<Success, any Error>, _ tasks: [Task<Void, Never>]) {
        let result = state.withLock { state in
            if state.result == nil {
                state.continuation = continuation
                state.tasks = tasks
            }
            return state.result
        }
        guard let result else { return }
        for task in tasks { task.cancel() }
        continuation.resume(with: result)
    }

    func end(_ result: Result<Success, any Error>) {
        let (continuation, tasks) = state.withLock { state in
            defer {
                state.continuation = nil
                state.tasks = []
            }
            if state.result == nil { state.result = result }
            return (state.continuation, state.tasks)
        }
        for task in tasks { task.cancel() }
        continuation?.resume(with: result)
    }
}
