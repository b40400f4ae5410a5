package import Nacre

extension RefusalExplanation {
    /// Prepares an explanation of what a token has.
    ///
    /// - Parameters:
    ///   - content: What the token has.
    ///   - store: The store.
    ///   - path: The folder of the store, for a refusal that is too long for a token.
    /// - Throws: ``CommandError`` if the refusal is of another store, or of positions that the log does not have;
    ///   ``FileError`` if its file cannot be read.
    package init(of content: RefusalToken.Content, in store: any EventStore, at path: String) async throws {
        let refusal: RefusedCommit
        switch content {
        case .refusal(let found): refusal = found
        case .file(let name, let id):
            // A file that is missing because the token is of another store is not what went wrong.
            _ = try await RefusalExplanation(of: RefusedCommit(store: id, rules: []), in: store)
            refusal = try RefusalFolder(ofStore: path).read(name, of: id)
        }
        try await self.init(of: refusal, in: store)
    }
}
