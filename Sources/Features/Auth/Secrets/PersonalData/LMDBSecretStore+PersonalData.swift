import AuthDomain
public import DomainKit
import LMDB

/// Personal data that is kept elsewhere, such as in events, and erased with the account.
extension LMDBSecretStore: PersonalDataSealing {
    // SEC-10: Personal data is sealed only for an account that has a key.

    /// The key of an account.
    ///
    /// Reads the files on the calling thread, without waiting for other processes.
    ///
    /// - Parameter person: The account.
    /// - Returns: The key, overwritten in memory when it is released; `nil` if the account was erased, or has no
    ///   secrets.
    /// - Throws: ``SecretsError``.
    public func key(of person: PersonID) throws -> (any PersonalDataKey)? {
        let account = AccountID(high: person.high, low: person.low)
        return try database.read { transaction in
            guard let key = try database.key(of: account, in: transaction) else { return nil }
            return AccountKey(of: account, key, database.sodium)
        }
    }

    /// A keyed hash of a text, with the store's own key.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - field: What the text is.
    /// - Returns: BLAKE2b, cut to 128 bits, in hexadecimal digits.
    public func keyedHash(of text: String, for field: String) -> String {
        // No text contains the byte 0xFF, so no two pairs make the same message.
        let message = Array(field.utf8) + [0xFF] + Array(text.utf8)
        return database.sodium.keyedHash(message, under: database.storeKeys.personalData)
            .prefix(Self.personalHashByteCount).hexadecimal
    }

    private static let personalHashByteCount = 16
}
