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
        guard let value = try transaction.value(of: RecordKey(.accounts, account.bytes)) else { return nil }
        var reader = ByteReader(value)
        let slot = try reader.number()
        switch try slots.read(slot) {
        case .key(let key, of: let owner):
            guard owner == KeyOwner(account) else { throw KeyUnavailable(slot: slot, path: slots.file.path) }
            return key
        case .free: throw KeyUnavailable(slot: slot, path: slots.file.path)
        case .torn: throw KeyUnavailable(slot: slot, path: slots.file.path)
        }
    }

    /// The key of an account; a new one if it has none.
    ///
    /// The key is durable before the transaction can commit anything that is sealed under it. If the transaction does
    /// not commit, the slot still counts as free, and the next new key overwrites it.
    func keyForWriting(of account: AccountID, in transaction: borrowing WriteTransaction) throws -> SecretKey {
        if let key = try key(of: account, in: transaction) { return key }
        let key = sodium.randomKey()
        let slot = try takeSlot(in: transaction)
        try slots.write(key, of: KeyOwner(account), to: slot)
        try transaction.put(slot.bigEndianBytes, for: RecordKey(.accounts, account.bytes))
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
