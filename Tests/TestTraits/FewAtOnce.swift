package import Testing

/// Limits how many tests with this trait run at the same time, in all suites together.
///
/// All tests start at once, and each store has a dozen files open. Without a limit, they would need more file
/// descriptors than many systems allow a process.
package struct FewAtOnce: TestTrait, SuiteTrait, TestScoping {
    private static let places = Places(24)

    /// Whether the running test has a slot already: nested suites may both have the trait.
    @TaskLocal private static var hasPlace = false

    /// Whether nested suites have the trait too.
    package var isRecursive: Bool { true }

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
        guard !Self.hasPlace else { return try await function() }
        await Self.places.take()
        defer { Self.places.giveBack() }
        try await Self.$hasPlace.withValue(true, operation: function)
    }
}

extension Trait where Self == FewAtOnce {
    /// Limits how many tests with this trait run at the same time: for tests that open stores or start processes.
    package static var fewAtOnce: Self { Self() }
}
