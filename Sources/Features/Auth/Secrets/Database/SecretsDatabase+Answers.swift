import AuthDomain
import DomainKit
import LMDB

// API-26: Answers to commands without events are kept for 24 hours, as secrets.
//
// An answer is stored under its account and a number, in the order in which answers were kept, or under a number alone.
// A second record leads to it from its request. It is sealed twice: inside under a key that is made of the request,
// outside, with its expiry, under the key of its account.
extension SecretsDatabase {
    /// An answer as it is stored, still sealed under the key of its request.
    struct StoredAnswer {
        let expiresAt: Instant
        let sealed: [UInt8]
    }

    private static let slotRecord = RecordKey(.answersKey)

    /// The answer under the identity of a request; `nil` if there is none, or its account was erased.
    func storedAnswer<Source: RecordSource & ~Copyable>(
        to request: RepeatableRequest, in transaction: borrowing Source
    ) throws -> StoredAnswer? {
        guard let key = try transaction.value(of: answerKey(of: request)).map(RecordKey.init(stored:)),
            let value = try transaction.value(of: key),
            let ownerKey = try ownerKey(of: Self.account(ofAnswer: key), in: transaction)
        else { return nil }
        return try answer((key.bytes, value), under: ownerKey)
    }

    /// Reads a stored answer.
    func answer(
        _ record: (key: [UInt8], value: [UInt8]), under ownerKey: borrowing SecretKey
    ) throws(SecretsError) -> StoredAnswer {
        let message = try open(
            record.value, of: RecordKey(stored: record.key), tokenBytes: Sodium.hashByteCount, under: ownerKey)
        var reader = ByteReader(message)
        return StoredAnswer(expiresAt: try reader.instant(), sealed: reader.rest())
    }

    /// Opens a stored answer; `nil` if it is that of a request with another body.
    func opened(_ answer: StoredAnswer, to request: RepeatableRequest) -> [UInt8]? {
        sodium.open(answer.sealed, with: [], under: requestKey(of: request))
    }

    /// Stores an answer, in place of one under the same identity, and removes the oldest ones above a limit.
    ///
    /// No effect for an account without a key.
    func put(
        _ answer: [UInt8], to request: RepeatableRequest, of account: AccountID?, until expiry: Instant, limit: Int,
        in transaction: borrowing WriteTransaction
    ) throws {
        let identity = answerKey(of: request)
        if let former = try transaction.value(of: identity) { try transaction.remove(former) }
        guard let ownerKey = try ownerKeyForWriting(of: account, in: transaction) else {
            return try transaction.remove(identity.bytes)
        }
        let key = try newAnswerKey(of: account, limit: limit, in: transaction)
        let hash = Array(RecordKey.parts(of: identity.bytes))
        let message = expiry.bytes + sodium.seal(answer, with: [], under: requestKey(of: request))
        try transaction.put(hash + sodium.seal(message, with: key.bytes + hash, under: ownerKey), for: key)
        try transaction.put(key.bytes, for: identity)
    }

    /// Removes the answers without an account that have expired, and seals the others under a new key.
    ///
    /// The former key is erased by ``completeErasures()``.
    ///
    /// - Complexity: O(*n*) in the number of these answers, in one transaction.
    func renewAnswersWithoutAccount(at time: Instant) throws {
        try write { transaction in
            guard let slot = try transaction.value(of: Self.slotRecord),
                let former = try ownerKey(of: nil, in: transaction)
            else { return }
            var kept: [(key: RecordKey, hash: [UInt8], answer: StoredAnswer)] = []
            for record in try transaction.records(with: RecordKey(.answersWithoutAccount)) {
                let answer = try answer(record, under: former)
                if answer.expiresAt > time {
                    kept.append((RecordKey(stored: record.key), Self.hash(in: record.value), answer))
                } else {
                    try removeToken(of: record.value, in: .answersWithoutAccount, transaction)
                    try transaction.remove(record.key)
                }
            }
            try transaction.remove(Self.slotRecord.bytes)
            try transaction.put([], for: RecordKey(.erasures, slot))
            guard !kept.isEmpty else { return }
            let renewed = try makeKey(of: .answers, namedBy: Self.slotRecord, in: transaction)
            for (key, hash, answer) in kept {
                let message = answer.expiresAt.bytes + answer.sealed
                try transaction.put(hash + sodium.seal(message, with: key.bytes + hash, under: renewed), for: key)
            }
        }
    }

    /// The key of an account, or that of the answers without one; `nil` if there is none.
    private func ownerKey<Source: RecordSource & ~Copyable>(
        of account: AccountID?, in transaction: borrowing Source
    ) throws -> SecretKey? {
        guard let account else { return try key(of: .answers, namedBy: Self.slotRecord, in: transaction) }
        return try key(of: account, in: transaction)
    }

    /// The same; the key of the answers without an account is made if there is none.
    private func ownerKeyForWriting(
        of account: AccountID?, in transaction: borrowing WriteTransaction
    ) throws -> SecretKey? {
        if account == nil, try transaction.value(of: Self.slotRecord) == nil {
            return try makeKey(of: .answers, namedBy: Self.slotRecord, in: transaction)
        }
        return try ownerKey(of: account, in: transaction)
    }

    /// The key of a new answer, after the newest one; removes the oldest ones so that a limit is kept.
    private func newAnswerKey(
        of account: AccountID?, limit: Int, in transaction: borrowing WriteTransaction
    ) throws -> RecordKey {
        let table = account == nil ? SecretsTable.answersWithoutAccount : .answers
        let prefix = RecordKey(table, account?.bytes ?? [])
        guard let newest = try transaction.lastNumberedKey(with: prefix) else {
            return RecordKey(stored: prefix.bytes + (0 as UInt64).bigEndianBytes)
        }
        let number = Self.number(of: newest) + 1
        while let oldest = try transaction.records(with: prefix, limit: 1).first,
            number - Self.number(of: oldest.key) >= limit
        {
            try removeToken(of: oldest.value, in: table, transaction)
            try transaction.remove(oldest.key)
        }
        return RecordKey(stored: prefix.bytes + number.bigEndianBytes)
    }

    /// The record that leads to the answer to a request.
    private func answerKey(of request: RepeatableRequest) -> RecordKey {
        RecordKey(.answerKeys, sodium.keyedHash(Array(request.identity.utf8), under: storeKeys.lookups))
    }

    /// The key that is made of a request: its answer cannot be opened without the request.
    private func requestKey(of request: RepeatableRequest) -> SecretKey {
        // No text contains the byte 0xFF, so no two requests make the same message.
        var message = Array(request.identity.utf8) + [0xFF] + request.body
        defer { sodium.erase(&message) }
        return SecretKey(sodium.keyedHash(message, under: storeKeys.answers))
    }

    /// The account of an answer, by the key of its record; `nil` if it has none.
    private static func account(ofAnswer key: RecordKey) throws(SecretsError) -> AccountID? {
        guard key.bytes.first == SecretsTable.answers.rawValue else { return nil }
        var reader = ByteReader(RecordKey.parts(of: key.bytes))
        return try reader.identity()
    }

    private static func hash(in value: [UInt8]) -> [UInt8] { Array(value.prefix(Sodium.hashByteCount)) }

    private static func number(of key: [UInt8]) -> UInt64 { UInt64(bigEndian: key.suffix(8)) }
}
