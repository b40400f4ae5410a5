package import Testing

/// Limits how many tests with this trait run at the same time, in all suites together.
package struct FewAtOnce: TestTrait, SuiteTrait, TestScoping {
    fileprivate enum Limit {
        /// All tests start at once, and each store has a dozen files open. Without a limit, they would need more file
        /// descriptors than many systems allow a process.
        case few

        /// Tests that start one process after another: machines with few cores then run few processes at once.
        case processes
    }

    private static let few = Places(24)
    private static let processes = Places(4)

    /// The limits under which the running test has a slot already: nested suites may have the same trait.
    @TaskLocal private static var held: Set<Limit> = []

    fileprivate let limit: Limit

    /// Whether nested suites have the trait too.
    package var isRecursive: Bool { true }

    private var places: Places {
        switch limit {
        case .few: Self.few
        case .processes: Self.processes
        }
    }

    /// Runs a test when there is a free slot.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case for its arguments; `nil` for a suite.
    ///   - function: Runs it.
    /// - Throws: Errors of the test.
    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard !Self.held.contains(limit) else { return try await function() }
        await places.take()
        defer { places.giveBack() }
        try await Self.$held.withValue(Self.held.union([limit]), operation: function)
    }
}

extension Trait where Self == FewAtOnce {
    /// Limits how many tests with this trait run at the same time: for tests that open stores or start processes.
    package static var fewAtOnce: Self { Self(limit: .few) }

    /// Lets four tests with this trait run at the same time: for tests that do little else than start processes.
    package static var fewProcesses: Self { Self(limit: .processes) }
}
