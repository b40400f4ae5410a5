public import AuthDomain

extension LMDBSecretStore: AddressStore {
    /// The keyed hash of an address, with the store's own key.
    ///
    /// - Parameter address: The address, of an account or not.
    /// - Returns: BLAKE2b, cut to 128 bits, in hexadecimal digits.
    /// - Throws: Nothing.
    public func claim(of address: EmailAddress) async throws -> EmailClaim {
        database.claim(of: address)
    }

    /// The address of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: The address; `nil` if there is none.
    /// - Throws: ``SecretsError``.
    public func address(of account: AccountID) async throws -> EmailAddress? {
        try read { database, transaction in try database.address(of: account, in: transaction) }
    }
}
