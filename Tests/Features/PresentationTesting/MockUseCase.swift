public import DomainKit
import Synchronization

/// A use case that a test controls: it records its calls, waits at gates, and answers or fails as the test says.
public final class MockUseCase<Input: Sendable, Output: Sendable>: UseCase {
    private struct State {
        var calls: [Input] = []
        var error: (any Error)?
    }

    /// The gate at which calls wait.
    public let gate = Gate()

    /// The gate at which answers wait, after what they tell of was done.
    public let answers = Gate()

    private let state = Mutex(State())
    private let answer: @Sendable (Input) async throws -> Output

    /// Creates a use case.
    ///
    /// - Parameter answer: Answers calls that do not fail.
    public init(_ answer: @escaping @Sendable (Input) async throws -> Output) {
        self.answer = answer
    }

    /// The inputs of all calls so far.
    public var calls: [Input] { state.withLock { $0.calls } }

    /// Lets calls fail.
    ///
    /// - Parameter error: The error; `nil` to let them succeed again.
    public func fail(with error: (any Error)?) {
        state.withLock { $0.error = error }
    }

    /// Records the call, waits at the gate, and answers through the gate of answers.
    ///
    /// - Parameter input: The input.
    /// - Returns: The answer.
    /// - Throws: The error that the test has set, otherwise errors of the answer.
    public func callAsFunction(_ input: Input) async throws -> Output {
        state.withLock { $0.calls.append(input) }
        try await gate.pass()
        if let error = state.withLock({ $0.error }) { throw error }
        let output = try await answer(input)
        try await answers.pass()
        return output
    }
}
