import AuthDomain
import DomainKit
import LMDB

// Nothing in clear says when a record expires: all of them are opened. A page is read without the write lock; if
// something in it has expired, the page is read again in the transaction that removes it.
extension SecretsDatabase {
    /// How many records are read at once.
    private static let pageSize = 512

    /// Removes expired sessions, links, or answers of accounts.
    ///
    /// - Parameters:
    ///   - table: `sessions`, `links` or `answers`.
    ///   - isExpired: Whether a record has expired.
    /// - Throws: Errors of `isExpired`; ``SecretsError``.
    func removeExpired(
        _ table: SecretsTable,
        where isExpired: (SecretsDatabase, (key: [UInt8], value: [UInt8]), borrowing SecretKey) throws -> Bool
    ) throws {
        var last: [UInt8]?
        while true {
            let (next, expired) = try read { transaction in
                let page = try transaction.records(with: RecordKey(table), after: last, limit: Self.pageSize)
                return (page.last?.key, try self.expired(in: page, transaction, isExpired))
            }
            if !expired.isEmpty {
                try write { transaction in
                    // A session may have been prolonged meanwhile.
                    let page = try transaction.records(with: RecordKey(table), after: last, limit: Self.pageSize)
                    for record in try self.expired(in: page, transaction, isExpired) {
                        try removeToken(of: record.value, in: table, transaction)
                        try transaction.remove(record.key)
                    }
                }
            }
            guard let next else { return }
            last = next
        }
    }

    private func expired<Source: RecordSource & ~Copyable>(
        in page: [(key: [UInt8], value: [UInt8])], _ transaction: borrowing Source,
        _ isExpired: (SecretsDatabase, (key: [UInt8], value: [UInt8]), borrowing SecretKey) throws -> Bool
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        try page.filter { record in
            var reader = ByteReader(RecordKey.parts(of: record.key))
            // A program of before, which knows no answers, has erased the account and left them.
            guard let personKey = try key(of: reader.identity(), in: transaction) else { return true }
            return try isExpired(self, record, personKey)
        }
    }
}
