/// Runs work, and what finishes it, whether it fails or not.
///
/// - Parameters:
///   - finish: Finishes the work.
///   - work: The work.
/// - Returns: The result of `work`.
/// - Throws: Errors of `work`.
func finishing<Result>(
    _ finish: () async -> Void, after work: () async throws -> Result
) async throws -> Result {
    do {
        let result = try await work()
        await finish()
        return result
    } catch {
        await finish()
        throw error
    }
}
