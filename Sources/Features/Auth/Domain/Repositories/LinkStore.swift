/// The links in mails.
///
/// Only the hash of a link's token is stored.
public protocol LinkStore: Sendable {
    /// Stores a link, in place of all of the account's links of the same kind: confirmation or reset.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - token: Its token.
    /// - Throws: ``AuthError`` `notFound` if its account was erased, or never had a password; errors of the storage.
    func replace(with link: Link, for token: Token) async throws

    /// The link of a token.
    ///
    /// - Parameter token: The token.
    /// - Returns: The link, expired or not; `nil` if there is none.
    /// - Throws: Errors of the storage.
    func link(for token: Token) async throws -> Link?

    /// Removes the link of a token; no effect if there is none.
    ///
    /// - Parameter token: The token.
    /// - Throws: Errors of the storage.
    func removeLink(for token: Token) async throws
}
