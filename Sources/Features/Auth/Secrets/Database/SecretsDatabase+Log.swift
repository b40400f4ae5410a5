import AuthDomain
import LMDB

extension SecretsDatabase {
    /// The place up to which the secrets have followed their log; `nil` if they were never opened with one.
    func logMark<Source: RecordSource & ~Copyable>(in transaction: borrowing Source) throws -> LogMark? {
        guard let value = try transaction.value(of: RecordKey(.log)) else { return nil }
        var reader = ByteReader(value)
        return LogMark(log: try reader.identity(), position: try reader.number(), fingerprint: try reader.number())
    }

    /// Stores the place up to which the secrets have followed their log.
    func put(_ mark: LogMark, in transaction: borrowing WriteTransaction) throws {
        try transaction.put(mark.stored, for: RecordKey(.log))
    }
}

extension LogMark {
    /// The stored mark: log, position and fingerprint.
    var stored: [UInt8] { log.bytes + position.bigEndianBytes + fingerprint.bigEndianBytes }
}
