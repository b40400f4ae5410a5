package import Testing

/// Lets no more than so many tests with this trait run at the same time, in all suites together.
///
/// The suite begins all its tests at once. Each store has a dozen files open, so without a bound they would need more
/// descriptors than many systems give a process.
package struct FewAtOnce: TestTrait, SuiteTrait, TestScoping {
    private static let places = Places(24)

    /// Whether the test that runs has a place already: a suite within another may have the trait twice.
    @TaskLocal private static var hasPlace = false

    /// Whether the tests of the suites in a suite have the trait too.
    package var isRecursive: Bool { true }

    /// Runs a test when there is a place.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case of its arguments; `nil` for a suite.
    ///   - function: Runs it.
    /// - Throws: What the test throws.
    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard !Self.hasPlace else { return try await function() }
        await Self.places.take()
        defer { Task { await Self.places.giveBack() } }
        try await Self.$hasPlace.withValue(true, operation: function)
    }
}

extension Trait where Self == FewAtOnce {
    /// No more than so many tests with this trait run at the same time: for tests that open stores or start processes.
    package static var fewAtOnce: Self { Self() }
}

/// A number of places, given out in the order in which they are asked for.
private actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
