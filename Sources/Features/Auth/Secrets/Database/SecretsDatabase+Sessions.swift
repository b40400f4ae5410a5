import AuthDomain
import DomainKit
import LMDB

// A session is stored under its account and id. A second record leads to it from its token.
extension SecretsDatabase {
    static func key(of session: SessionID, _ account: AccountID) -> RecordKey {
        RecordKey(.sessions, account.bytes, session.bytes)
    }

    /// Stores a session, in place of one with its id.
    func put(_ session: Session, token: [UInt8], in transaction: borrowing WriteTransaction) throws {
        let message =
            session.credential.bytes + session.createdAt.bytes + session.lastUsedAt.bytes + session.expiresAt.bytes
        try seal(
            message, for: Self.key(of: session.id, session.account), token: token, of: session.account, in: transaction)
        try transaction.put(session.account.bytes + session.id.bytes, for: RecordKey(.sessionTokens, token))
    }

    /// Reads a stored session.
    func session(_ record: (key: [UInt8], value: [UInt8]), under personKey: borrowing SecretKey) throws -> Session {
        var key = ByteReader(RecordKey.parts(of: record.key))
        let account: AccountID = try key.identity()
        let message = try open(
            record.value, of: RecordKey(stored: record.key), tokenBytes: Sodium.hashByteCount, under: personKey)
        var reader = ByteReader(message)
        return Session(
            id: try key.identity(), account: account, credential: try reader.identity(),
            createdAt: try reader.instant(), lastUsedAt: try reader.instant(), expiresAt: try reader.instant())
    }

    /// The sessions of an account.
    func sessions<Source: RecordSource & ~Copyable>(
        of account: AccountID, in transaction: borrowing Source
    ) throws -> [Session] {
        guard let personKey = try key(of: account, in: transaction) else { return [] }
        var sessions: [Session] = []
        for record in try transaction.records(with: RecordKey(.sessions, account.bytes)) {
            sessions.append(try session(record, under: personKey))
        }
        return sessions
    }

    /// Removes a session and the way to it from its token; no effect if there is none.
    func removeSession(_ key: RecordKey, in transaction: borrowing WriteTransaction) throws {
        guard let value = try transaction.value(of: key) else { return }
        try removeToken(of: value, in: .sessions, transaction)
        try transaction.remove(key.bytes)
    }
}
