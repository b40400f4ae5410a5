/// The hashes of passwords.
///
/// An account may have several hashes. The one in force is the one that the log names.
public protocol PasswordStore: Sendable {
    /// Writes a hash, and the address of a new account, before the decision that puts them in force.
    ///
    /// Only a password with an address creates an account in the store.
    ///
    /// - Parameter password: The hash, under a credential that is not in use.
    /// - Throws: ``AuthError`` `notFound` if the account was erased, or never prepared with an address; errors of the
    ///   storage.
    func prepare(_ password: PreparedPassword) async throws

    /// A hash.
    ///
    /// - Parameters:
    ///   - credential: The credential that the log names.
    ///   - account: The account.
    /// - Returns: The hash; `nil` if there is none.
    /// - Throws: Errors of the storage.
    func passwordHash(_ credential: CredentialID, of account: AccountID) async throws -> PasswordHash?

    /// All hashes of an account, in force or not.
    ///
    /// - Parameter account: The account.
    /// - Returns: Their ids and times, in any order.
    /// - Throws: Errors of the storage.
    func credentials(of account: AccountID) async throws -> [StoredCredential]

    /// Replaces a hash by another one of the same password; no effect if there is none.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - account: The account.
    ///   - hash: The new hash.
    /// - Throws: Errors of the storage.
    func replaceHash(_ credential: CredentialID, of account: AccountID, with hash: PasswordHash) async throws

    /// Removes a hash; no effect if there is none.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - account: The account.
    /// - Throws: Errors of the storage.
    func removeCredential(_ credential: CredentialID, of account: AccountID) async throws
}
