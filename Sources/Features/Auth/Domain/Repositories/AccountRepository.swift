public import DomainKit

/// The repository of accounts.
///
/// `Repository` documents loading and saving. Conflicts name the stream `account-` followed by the account's id.
/// Executing `register` throws ``AuthError`` `emailTaken` if another account has the address.
public protocol AccountRepository: Repository where Identity == AccountID, Model == AccountDecider {
    /// The account that has an e-mail address.
    ///
    /// Read-your-own-writes: everything saved before is seen.
    ///
    /// - Parameter claim: The keyed hash of the address.
    /// - Returns: The account; `nil` if there is none. If another program has given the address to several, the first.
    /// - Throws: Errors of the storage.
    func holder(of claim: EmailClaim) async throws -> AccountID?
}
