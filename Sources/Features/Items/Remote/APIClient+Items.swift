import DomainKit
import FeatureAPI
import ItemsDomain

extension APIClient {
    /// Fetches an item; `nil` if the server shows none.
    func item(_ id: ItemID, in scope: ItemScope) async throws -> ItemDetails? {
        do {
            return try await mappingErrors(about: id) {
                try await call(ItemEndpoints.fetch, ItemParameters(id, scope: scope)).details()
            }
        } catch let error as ItemError where error.code == .notFound {
            return nil
        }
    }
}

/// The result of a closure; errors of the client become those of the domain.
///
/// - Parameters:
///   - id: The item that the request is about, if it is about one.
///   - version: The version that a change is meant for.
///   - body: Makes the request.
/// - Returns: The result of `body`.
/// - Throws: `ItemError`, `ValidationError` or `ConcurrencyConflict`; other errors as they are.
func mappingErrors<Result>(
    about id: ItemID? = nil, expecting version: UInt64? = nil, _ body: () async throws -> Result
) async throws -> Result {
    do {
        return try await body()
    } catch let error as APIError {
        let subject = id.map { "item-\($0)" } ?? "items"
        if let known = error.domainError(about: subject, expecting: version) { throw known }
        let code = error.domainCode ?? error.problem?.code
        let codes: [ItemError.Code] = [
            .notFound, .alreadyExists, .deleted, .notShown, .networkUnreachable, .sessionExpired, .serverError,
        ]
        // The server's text belongs to the same code: only errors of the connection have a cause of their own.
        guard let found = codes.first(where: { $0.description == code }) else { throw error }
        throw ItemError(code: found, id: id, cause: error.domainCode == nil ? nil : error)
    }
}
