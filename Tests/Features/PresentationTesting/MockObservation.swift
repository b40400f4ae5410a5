public import DomainKit
import Synchronization

/// Live values that a test controls: they wait at a gate, and end with an error as the test says.
public final class MockObservation<Input: Sendable, Value: Sendable & Equatable>: Sendable {
    /// The gate at which each query waits.
    public let gate = Gate()

    private let changes: any ChangeFeed
    private let error = Mutex<(any Error)?>(nil)
    private let inputs = Mutex<[Input]>([])
    private let query: @Sendable (Input) async throws -> Value

    /// Creates an observation.
    ///
    /// - Parameters:
    ///   - changes: Signals that values may have changed.
    ///   - query: Answers with the present value.
    public init(following changes: any ChangeFeed, _ query: @escaping @Sendable (Input) async throws -> Value) {
        self.changes = changes
        self.query = query
    }

    /// What was observed so far.
    public var calls: [Input] { inputs.withLock { $0 } }

    /// Lets queries fail from the next change on.
    ///
    /// - Parameter error: The error; `nil` to let them succeed again.
    public func fail(with error: (any Error)?) {
        self.error.withLock { $0 = error }
    }

    /// Observes an input.
    ///
    /// - Parameter input: The input.
    /// - Returns: The live values.
    public func callAsFunction(_ input: Input) -> LiveValues<Value> {
        inputs.withLock { $0.append(input) }
        return LiveValues(following: changes) { [self] in
            try await gate.pass()
            if let error = error.withLock({ $0 }) { throw error }
            return try await query(input)
        }
    }
}
