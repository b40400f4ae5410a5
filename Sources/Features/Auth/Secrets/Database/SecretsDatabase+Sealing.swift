import AuthDomain
import LMDB

extension SecretsDatabase {
    /// Stores a record, sealed under the key of its account.
    ///
    /// - Parameters:
    ///   - message: What to seal; it is overwritten afterwards.
    ///   - key: The key of the record, to which the sealed message is bound.
    ///   - token: The hash of a token, to put before the sealed message, to which it is bound, too.
    ///   - account: The account.
    ///   - transaction: The transaction.
    /// - Throws: `AuthError` `notFound` if the account has no key; ``KeyUnavailable``, `LMDBError`, ``SecretsError``.
    func seal(
        _ message: consuming [UInt8], for key: RecordKey, token: [UInt8] = [], of account: AccountID,
        in transaction: borrowing WriteTransaction
    ) throws {
        defer { sodium.erase(&message) }
        let personKey = try keyForWriting(of: account, in: transaction)
        try transaction.put(token + sodium.seal(message, with: key.bytes + token, under: personKey), for: key)
    }

    /// Opens a record that is sealed under the key of its account.
    ///
    /// - Parameters:
    ///   - value: The value of the record.
    ///   - key: The key of the record.
    ///   - tokenBytes: The length of the hash of a token before the sealed message.
    ///   - personKey: The key of the account.
    /// - Returns: The message.
    /// - Throws: ``SecretsError`` `damaged`.
    func open(
        _ value: [UInt8], of key: RecordKey, tokenBytes: Int = 0, under personKey: borrowing SecretKey
    ) throws(SecretsError) -> [UInt8] {
        let associated = key.bytes + value.prefix(tokenBytes)
        guard let message = sodium.open(value.dropFirst(tokenBytes), with: associated, under: personKey) else {
            throw SecretsError(
                .damaged,
                "a record of \(environment.path) cannot be opened by its key: restore both files from one copy")
        }
        return message
    }

    /// Reads and opens a record of an account.
    ///
    /// - Returns: The message; `nil` if there is none.
    /// - Throws: ``KeyUnavailable``, `LMDBError`, ``SecretsError``.
    func opened<Source: RecordSource & ~Copyable>(
        _ key: RecordKey, of account: AccountID, in transaction: borrowing Source
    ) throws -> [UInt8]? {
        guard let value = try transaction.value(of: key),
            let personKey = try self.key(of: account, in: transaction)
        else { return nil }
        return try open(value, of: key, under: personKey)
    }

    /// The hash of a token, by which its record is found.
    func hash(of token: Token) -> [UInt8] {
        var bytes = token.bytes.copy
        defer { sodium.erase(&bytes) }
        return sodium.keyedHash(bytes, under: storeKeys.lookups)
    }
}
