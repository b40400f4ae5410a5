/// Runs a body, and then closes its resources in every case.
///
/// The body's error is the cause; an error of closing would hide it.
package func closing<Result>(
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
