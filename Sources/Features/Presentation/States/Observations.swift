public import DomainKit

/// The live values that a screen follows, until they are stopped or the screen is released.
@MainActor
public final class Observations {
    // PRES-03: Live values are loaded and followed by one sequence.

    private var tasks: [Task<Void, Never>] = []

    /// Creates observations of nothing.
    public init() {}

    deinit {
        for task in tasks { task.cancel() }
    }

    /// Loads the present value, and follows its changes; returns when that value, or an error, was received.
    ///
    /// A screen that awaits the present value is retained until then: stopping the observations, or cancelling the task
    /// that awaits it, ends the load at once.
    ///
    /// - Parameters:
    ///   - values: The live values.
    ///   - receive: Called with each value, and with the error that ends them. It must not retain the screen.
    /// - Returns: Whether the present value was received.
    @discardableResult
    public func follow<Value>(
        _ values: LiveValues<Value>, _ receive: @escaping @MainActor (Result<Value, any Error>) -> Void
    ) async -> Bool {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1))
        let task = Task {
            await withTaskCancellationHandler {
                await Self.follow(values) { result in
                    receive(result)
                    if case .success = result { arrival.yield(true) }
                    arrival.finish()
                }
            } onCancel: {
                // A query may take its time to notice that it is cancelled.
                arrival.finish()
            }
        }
        tasks.append(task)
        return await withTaskCancellationHandler {
            var arrivals = arrivals.makeAsyncIterator()
            return await arrivals.next() ?? false
        } onCancel: {
            task.cancel()
        }
    }

    private static func follow<Value>(
        _ values: LiveValues<Value>, _ receive: @MainActor (Result<Value, any Error>) -> Void
    ) async {
        do {
            for try await value in values {
                guard !Task.isCancelled else { return }
                receive(.success(value))
            }
        } catch {
            if !Task.isCancelled { receive(.failure(error)) }
        }
    }

    /// Stops following all values; nothing is received after it.
    public func stop() {
        for task in tasks { task.cancel() }
        tasks.removeAll()
    }
}
