import AuthDomain
import DomainKit
import LMDB

// An account has one link of each kind at most. It is stored under its account and kind. A second record leads to it
// from its token.
extension SecretsDatabase {
    private static let confirmation: UInt8 = 1
    private static let reset: UInt8 = 2

    static func key(of purpose: LinkPurpose, _ account: AccountID) -> RecordKey {
        let kind =
            switch purpose {
            case .confirmation: confirmation
            case .reset: reset
            }
        return RecordKey(.links, account.bytes, [kind])
    }

    /// Stores a link, in place of the account's link of its kind.
    func put(_ link: Link, token: [UInt8], in transaction: borrowing WriteTransaction) throws {
        let key = Self.key(of: link.purpose, link.account)
        try removeLink(key, in: transaction)
        var message = link.expiresAt.bytes
        if case .reset(let id) = link.purpose { message += id.bytes }
        try seal(message, for: key, token: token, of: link.account, in: transaction)
        try transaction.put(Array(RecordKey.parts(of: key.bytes)), for: RecordKey(.linkTokens, token))
    }

    /// Reads a stored link.
    func link(_ record: (key: [UInt8], value: [UInt8]), under personKey: borrowing SecretKey) throws -> Link {
        var key = ByteReader(RecordKey.parts(of: record.key))
        let account: AccountID = try key.identity()
        let message = try open(
            record.value, of: RecordKey(stored: record.key), tokenBytes: Sodium.hashByteCount, under: personKey)
        var reader = ByteReader(message)
        let expiresAt = try reader.instant()
        let purpose: LinkPurpose = try key.byte() == Self.confirmation ? .confirmation : .reset(reader.identity())
        return Link(account: account, purpose: purpose, expiresAt: expiresAt)
    }

    /// The key of the link of a token; `nil` if there is none.
    func linkKey<Source: RecordSource & ~Copyable>(
        of token: Token, in transaction: borrowing Source
    ) throws -> RecordKey? {
        try transaction.value(of: RecordKey(.linkTokens, hash(of: token))).map { RecordKey(.links, $0) }
    }

    /// Removes a link and the way to it from its token; no effect if there is none.
    func removeLink(_ key: RecordKey, in transaction: borrowing WriteTransaction) throws {
        guard let value = try transaction.value(of: key) else { return }
        try removeToken(of: value, in: .links, transaction)
        try transaction.remove(key.bytes)
    }
}
