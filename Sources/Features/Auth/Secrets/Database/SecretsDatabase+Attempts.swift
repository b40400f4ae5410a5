import AuthDomain
import DomainKit
import LMDB

// SEC-09: Counts of attempts have a key of their own, which is renewed.
//
// Attempts are counted for addresses without an account, too. Keys of records and their values are made by a key that
// has its own slot, so that what LMDB leaves of them in free pages is gone once that slot is overwritten.
extension SecretsDatabase {
    /// A count with what it belongs to, from which the record's key is made under another key.
    private struct Counted {
        var key: AttemptKey
        var attempts: Attempts
    }

    private static let slotRecord = RecordKey(.attemptsKey)

    /// The count of attempts; `nil` if it is zero.
    func attempts(_ key: AttemptKey, in transaction: borrowing WriteTransaction) throws -> Attempts? {
        guard let keys = try attemptsKeys(in: transaction) else { return nil }
        let record = recordKey(key, keys)
        return try transaction.value(of: record).map { try counted($0, of: record, keys).attempts }
    }

    /// Stores a count; `nil` for zero.
    func put(_ attempts: Attempts?, for key: AttemptKey, in transaction: borrowing WriteTransaction) throws {
        guard let attempts else {
            guard let keys = try attemptsKeys(in: transaction) else { return }
            return try transaction.remove(recordKey(key, keys).bytes)
        }
        let counted = Counted(key: key, attempts: attempts)
        if let keys = try attemptsKeys(in: transaction) {
            try put(counted, keys, in: transaction)
        } else {
            try put(counted, makeAttemptsKeys(in: transaction), in: transaction)
        }
    }

    /// Seals all counts under a new key, without those whose last attempt is before a time.
    ///
    /// The former key is erased by ``completeErasures()``.
    ///
    /// - Complexity: O(*n*) in the number of counts, in one transaction.
    func renewAttempts(before time: Instant) throws {
        try write { transaction in
            guard let slot = try transaction.value(of: Self.slotRecord), let keys = try attemptsKeys(in: transaction)
            else { return }
            var kept: [Counted] = []
            for record in try transaction.records(with: RecordKey(.attempts)) {
                let found = try counted(record.value, of: RecordKey(stored: record.key), keys)
                if found.attempts.lastAt >= time { kept.append(found) }
                try transaction.remove(record.key)
            }
            try transaction.remove(Self.slotRecord.bytes)
            try transaction.put([], for: RecordKey(.erasures, slot))
            guard !kept.isEmpty else { return }
            let renewed = try makeAttemptsKeys(in: transaction)
            for counted in kept { try put(counted, renewed, in: transaction) }
        }
    }

    /// The keys of counts: one for the keys of records, one for their values.
    private func attemptsKeys(in transaction: borrowing WriteTransaction) throws -> AttemptsKeys? {
        guard let key = try key(of: .attempts, namedBy: Self.slotRecord, in: transaction) else { return nil }
        return AttemptsKeys(derivedFrom: key, sodium)
    }

    private func makeAttemptsKeys(in transaction: borrowing WriteTransaction) throws -> AttemptsKeys {
        AttemptsKeys(derivedFrom: try makeKey(of: .attempts, namedBy: Self.slotRecord, in: transaction), sodium)
    }

    private func put(_ counted: Counted, _ keys: AttemptsKeys, in transaction: borrowing WriteTransaction) throws {
        let record = recordKey(counted.key, keys)
        let attempts = counted.attempts
        let message =
            UInt64(clamping: attempts.count).bigEndianBytes + attempts.lastAt.bytes + Self.message(of: counted.key)
        try transaction.put(sodium.seal(message, with: record.bytes, under: keys.values), for: record)
    }

    private func counted(_ value: [UInt8], of record: RecordKey, _ keys: AttemptsKeys) throws -> Counted {
        var reader = ByteReader(try open(value, of: record, under: keys.values))
        let attempts = Attempts(count: Int(clamping: try reader.number()), lastAt: try reader.instant())
        let kind: AttemptKind = try reader.byte() == Self.number(of: .password) ? .password : .mail
        let claim = EmailClaim(String(decoding: reader.rest(), as: UTF8.self))
        return Counted(key: AttemptKey(kind, at: claim), attempts: attempts)
    }

    private func recordKey(_ key: AttemptKey, _ keys: AttemptsKeys) -> RecordKey {
        RecordKey(.attempts, sodium.keyedHash(Self.message(of: key), under: keys.lookups))
    }

    private static func message(of key: AttemptKey) -> [UInt8] {
        [number(of: key.kind)] + Array(key.claim.text.utf8)
    }

    private static func number(of kind: AttemptKind) -> UInt8 {
        switch kind {
        case .password: 1
        case .mail: 2
        }
    }
}
