import NacreTesting
import Testing

/// The failure of a scenario as another test framework sees it: thrown, without an issue of Swift Testing.
///
/// A task of its own belongs to no test.
func scenarioFailure(_ body: @escaping @Sendable () async throws -> Void) async throws -> ScenarioFailure {
    let thrown = await Task.detached { () -> (any Error)? in
        do {
            try await body()
            return nil
        } catch {
            return error
        }
    }.value
    return try #require(thrown as? ScenarioFailure)
}
