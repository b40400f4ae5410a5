/// The e-mail addresses of accounts.
///
/// ``PasswordStore/prepare(_:)`` writes them.
public protocol AddressStore: Sendable {
    /// The keyed hash of an address, with the store's own key.
    ///
    /// The key is created with the store and never changes. It is not disclosed.
    ///
    /// - Parameter address: The address, of an account or not.
    /// - Returns: The same claim for the same canonical form, always.
    /// - Throws: Errors of the storage.
    func claim(of address: EmailAddress) async throws -> EmailClaim

    /// The address of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: The address; `nil` if there is none.
    /// - Throws: Errors of the storage.
    func address(of account: AccountID) async throws -> EmailAddress?
}
