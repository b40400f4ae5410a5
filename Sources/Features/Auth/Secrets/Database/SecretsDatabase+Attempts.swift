import AuthDomain
import DomainKit
import LMDB

// Attempts are counted for addresses without an account, too, so that they are sealed by a key of the store.
extension SecretsDatabase {
    /// The key of the record for attempts at an address.
    func attemptsKey(_ key: AttemptKey) -> RecordKey {
        let message = [Self.number(of: key.kind)] + Array(key.claim.text.utf8)
        return RecordKey(.attempts, sodium.keyedHash(message, under: storeKeys.lookups))
    }

    private static func number(of kind: AttemptKind) -> UInt8 {
        switch kind {
        case .password: 1
        case .mail: 2
        }
    }

    /// Stores a count.
    func put(_ attempts: Attempts, for key: RecordKey, in transaction: borrowing WriteTransaction) throws {
        let message = UInt64(clamping: attempts.count).bigEndianBytes + attempts.lastAt.bytes
        try transaction.put(sodium.seal(message, with: key.bytes, under: storeKeys.records), for: key)
    }

    /// Reads a stored count.
    func attempts(_ value: [UInt8], of key: RecordKey) throws(SecretsError) -> Attempts {
        var reader = ByteReader(try open(value, of: key, under: storeKeys.records))
        return Attempts(count: Int(clamping: try reader.number()), lastAt: try reader.instant())
    }
}
