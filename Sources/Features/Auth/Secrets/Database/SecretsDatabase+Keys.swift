import AuthDomain
import LMDB

extension SecretsDatabase {
    /// The key of an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - transaction: The state in which to look.
    /// - Returns: The key; `nil` if the account has none, or if it was erased.
    /// - Throws: ``KeyUnavailable``, `LMDBError`, ``SecretsError``.
    func key<Source: RecordSource & ~Copyable>(
        of account: AccountID, in transaction: borrowing Source
    ) throws -> SecretKey? {
        try key(of: KeyOwner(account), namedBy: RecordKey(.accounts, account.bytes), in: transaction)
    }

    /// The key in the slot that a record names; `nil` if there is no such record.
    func key<Source: RecordSource & ~Copyable>(
        of owner: KeyOwner, namedBy record: RecordKey, in transaction: borrowing Source
    ) throws -> SecretKey? {
        guard let value = try transaction.value(of: record) else { return nil }
        var reader = ByteReader(value)
        let slot = try reader.number()
        switch try slots.read(slot) {
        case .key(let key, of: let found):
            guard found == owner else { throw KeyUnavailable(slot: slot, path: slots.file.path) }
            return key
        case .free: throw KeyUnavailable(slot: slot, path: slots.file.path)
        case .torn: throw KeyUnavailable(slot: slot, path: slots.file.path)
        }
    }

    // SEC-08: Only a registration makes a key for an account.
    /// Gives an account a key, if it has none.
    ///
    /// - Throws: ``KeyUnavailable``, `LMDBError`, ``SecretsError``.
    func register(_ account: AccountID, in transaction: borrowing WriteTransaction) throws {
        let record = RecordKey(.accounts, account.bytes)
        guard try transaction.value(of: record) == nil else { return }
        _ = try makeKey(of: KeyOwner(account), namedBy: record, in: transaction)
    }

    /// The key of an account that has one.
    ///
    /// - Throws: `AuthError` `notFound` if it has none: it was erased, or never registered; ``KeyUnavailable``,
    ///   `LMDBError`, ``SecretsError``.
    func keyForWriting(of account: AccountID, in transaction: borrowing WriteTransaction) throws -> SecretKey {
        guard let key = try key(of: account, in: transaction) else { throw AuthError(code: .notFound) }
        return key
    }

    /// Makes a key, in a slot that a record names.
    ///
    /// The key is durable before the transaction can commit anything that is sealed under it. If the transaction does
    /// not commit, the slot still counts as free, and the next new key overwrites it.
    func makeKey(
        of owner: KeyOwner, namedBy record: RecordKey, in transaction: borrowing WriteTransaction
    ) throws -> SecretKey {
        let key = sodium.randomKey()
        let slot = try takeSlot(in: transaction)
        try slots.write(key, of: owner, to: slot)
        try transaction.put(slot.bigEndianBytes, for: record)
        return key
    }

    /// A slot whose key was erased, or the first one that was never used.
    private func takeSlot(in transaction: borrowing WriteTransaction) throws -> UInt64 {
        if let free = try transaction.records(with: RecordKey(.freeSlots), limit: 1).first {
            try transaction.remove(free.key)
            return UInt64(bigEndian: RecordKey.parts(of: free.key))
        }
        let next = RecordKey(.nextSlot)
        let slot = try transaction.value(of: next).map { UInt64(bigEndian: $0) } ?? KeySlotLayout.firstPersonSlot
        try transaction.put((slot + 1).bigEndianBytes, for: next)
        return slot
    }
}

extension KeyOwner {
    init(_ account: AccountID) { self.init(high: account.high, low: account.low) }
}
