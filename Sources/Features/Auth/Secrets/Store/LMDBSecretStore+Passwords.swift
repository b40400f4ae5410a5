public import AuthDomain
import DomainKit

extension LMDBSecretStore: PasswordStore {
    /// Writes a hash, and the address of a new account.
    ///
    /// - Parameter password: The hash, under a credential that is not in use.
    /// - Throws: ``SecretsError``.
    public func prepare(_ password: PreparedPassword) async throws {
        try await write { database, transaction in
            let account = password.account
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
        try await read { database, transaction in
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
        try await read { database, transaction in
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
