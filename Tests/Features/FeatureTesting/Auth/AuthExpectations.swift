import AuthDomain
import Testing

/// Expects that an attempt is refused with a code.
@discardableResult
func expectRefused(
    _ code: AuthError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ attempt: () async throws -> Void
) async -> AuthError? {
    let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) { try await attempt() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}
