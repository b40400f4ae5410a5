public import AuthDomain
import DomainKit

extension LMDBSecretStore: PasswordStore {
    /// Writes a hash, and the address of a new account.
    ///
    /// - Parameter password: The hash, under a credential that is not in use.
    /// - Throws: `AuthError` `notFound` if the account has no key, and the password no address; ``SecretsError``.
    public func prepare(_ password: PreparedPassword) async throws {
        try await write { database, transaction in
            let account = password.account
            if password.address != nil { try database.register(account, in: transaction) }
            try database.seal(
                password.preparedAt.bytes + password.hash.bytes.copy,
                for: Self.key(of: password.credential, account), of: account, in: transaction)
            guard let address = password.address else { return }
            try database.seal(
                Array(address.text.utf8), for: RecordKey(.addresses, account.bytes), of: account, in: transaction)
        }
    }

    /// A hash.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - account: The account.
    /// - Returns: The hash; `nil` if there is none.
    /// - Throws: ``SecretsError``.
    public func passwordHash(_ credential: CredentialID, of account: AccountID) async throws -> PasswordHash? {
        try read { database, transaction in
            let key = Self.key(of: credential, account)
            guard var message = try database.opened(key, of: account, in: transaction) else { return nil }
            defer { database.sodium.erase(&message) }
            var reader = ByteReader(message)
            _ = try reader.instant()
            return PasswordHash(Secret(reader.rest()))
        }
    }

    /// All hashes of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: Their ids and times.
    /// - Throws: ``SecretsError``.
    public func credentials(of account: AccountID) async throws -> [StoredCredential] {
        try read { database, transaction in
            guard let personKey = try database.key(of: account, in: transaction) else { return [] }
            var found: [StoredCredential] = []
            for record in try transaction.records(with: RecordKey(.credentials, account.bytes)) {
                var id = ByteReader(RecordKey.parts(of: record.key).dropFirst(AccountID.byteCount))
                let key = RecordKey(stored: record.key)
                var message = try database.open(record.value, of: key, under: personKey)
                defer { database.sodium.erase(&message) }
                var reader = ByteReader(message)
                found.append(StoredCredential(id: try id.identity(), preparedAt: try reader.instant()))
            }
            return found
        }
    }

    /// Replaces a hash by another one of the same password; no effect if there is none.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - account: The account.
    ///   - hash: The new hash.
    /// - Throws: ``SecretsError``.
    public func replaceHash(
        _ credential: CredentialID, of account: AccountID, with hash: PasswordHash
    ) async throws {
        try await write { database, transaction in
            let key = Self.key(of: credential, account)
            guard var former = try database.opened(key, of: account, in: transaction) else { return }
            defer { database.sodium.erase(&former) }
            var reader = ByteReader(former)
            let preparedAt = try reader.instant()
            try database.seal(preparedAt.bytes + hash.bytes.copy, for: key, of: account, in: transaction)
        }
    }

    /// Removes a hash; no effect if there is none.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - account: The account.
    /// - Throws: ``SecretsError``.
    public func removeCredential(_ credential: CredentialID, of account: AccountID) async throws {
        try await write { _, transaction in try transaction.remove(Self.key(of: credential, account).bytes) }
    }

    private static func key(of credential: CredentialID, _ account: AccountID) -> RecordKey {
        RecordKey(.credentials, account.bytes, credential.bytes)
    }
}
