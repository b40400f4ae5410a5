public import AuthDomain
import LMDB

/// Personal data that is kept elsewhere, such as in events, and erased with the account.
extension LMDBSecretStore {
    /// Seals personal data under the key of an account.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - account: The account; it gets a key if it has none.
    ///   - place: What the data belongs to, such as the name of a field: it opens for the same place alone.
    /// - Returns: The sealed data, longer by ``personalDataOverhead``.
    /// - Throws: ``SecretsError``.
    public func sealPersonalData(_ data: [UInt8], of account: AccountID, for place: [UInt8]) async throws -> [UInt8] {
        let sealed = try await read { database, transaction -> [UInt8]? in
            guard let key = try database.key(of: account, in: transaction) else { return nil }
            return database.sealPersonalData(data, of: account, for: place, under: key)
        }
        if let sealed { return sealed }
        return try await write { database, transaction in
            let key = try database.keyForWriting(of: account, in: transaction)
            return database.sealPersonalData(data, of: account, for: place, under: key)
        }
    }

    /// Opens sealed personal data.
    ///
    /// - Parameters:
    ///   - sealed: The result of ``sealPersonalData(_:of:for:)``.
    ///   - account: The account.
    ///   - place: What the data belongs to.
    /// - Returns: The data; `nil` if the account was erased.
    /// - Throws: ``SecretsError`` `damaged` if it was sealed for another place, or was changed.
    public func openPersonalData(
        _ sealed: [UInt8], of account: AccountID, for place: [UInt8]
    ) async throws -> [UInt8]? {
        try await readers.run { [database] in try database.openPersonalData(sealed, of: account, for: place) }
    }

    /// Opens sealed personal data on the calling thread: for projections, whose events are applied one after the other.
    ///
    /// - Parameters:
    ///   - sealed: The result of ``sealPersonalData(_:of:for:)``.
    ///   - account: The account.
    ///   - place: What the data belongs to.
    /// - Returns: The data; `nil` if the account was erased.
    /// - Throws: ``SecretsError`` `damaged` if it was sealed for another place, or was changed.
    @available(*, noasync, message: "it may wait for the disk: use it in a synchronous function")
    public func openPersonalData(_ sealed: [UInt8], of account: AccountID, for place: [UInt8]) throws -> [UInt8]? {
        try database.openPersonalData(sealed, of: account, for: place)
    }

    /// How many bytes sealing adds to personal data.
    public static let personalDataOverhead = SecretsDatabase.keyIDBytes + Sodium.sealByteCount
}
