/// Runs a body, and then closes what it used, whatever happens.
///
/// The body's error says what went wrong; one of the closing would only hide it.
func closing<Result>(
    _ close: () async throws -> Void, after body: () async throws -> Result
) async throws -> Result {
    let result: Result
    do {
        result = try await body()
    } catch {
        try? await close()
        throw error
    }
    try await close()
    return result
}
