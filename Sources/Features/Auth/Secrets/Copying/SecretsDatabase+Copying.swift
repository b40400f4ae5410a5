import AuthDomain
import LMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension SecretsDatabase {
    private static let copiedAtOnce = 512

    /// Copies the files, with the write lock held, so that keys and records belong together.
    ///
    /// - Parameters:
    ///   - path: The path of the new `secrets.mdb`, which appears when it is complete.
    ///   - keysPath: The path of the new `keys`.
    ///   - mark: The end of the log that the copy belongs to; `nil` for the recorded one.
    /// - Throws: ``SecretsError``, and then neither file is there.
    func copy(to path: String, keys keysPath: String, markedAt mark: LogMark?) throws {
        let partial = path + ".partial"
        guard unsafe access(path, F_OK) != 0 else { throw SecretsError.inputOutput(path, "cannot be created", EEXIST) }
        let keys = try PrivateFile(creating: keysPath)
        do {
            // Nothing is changed: the transaction holds the write lock.
            try write { transaction in
                try keys.write(try slots.file.read(try slots.file.byteCount(), at: 0), at: 0)
                try keys.sync()
                try copyRecords(from: transaction, to: partial, markedAt: mark)
            }
            guard unsafe rename(partial, path) == 0 else {
                throw SecretsError.inputOutput(path, "cannot be created", errno)
            }
            try keys.syncFolder()
        } catch {
            // What failed is reported; nothing of it is left for a later copy to meet.
            for name in [partial, path, keysPath] { unsafe unlink(name) }
            throw error
        }
    }

    private func copyRecords(
        from transaction: borrowing WriteTransaction, to path: String, markedAt mark: LogMark?
    ) throws {
        unsafe unlink(path)
        defer { unsafe unlink(path + "-lock") }
        let copy = try Environment.open(
            at: path, options: Environment.Options(mapSize: environment.mapSize, durability: .full))
        defer { copy.close() }
        for table in SecretsTable.allCases {
            var last: [UInt8]?
            while true {
                let page = try transaction.records(with: RecordKey(table), after: last, limit: Self.copiedAtOnce)
                guard let next = page.last else { break }
                try copy.write { (copied: consuming WriteTransaction) in
                    for record in page {
                        try copied.put(record.value, for: RecordKey(stored: record.key))
                    }
                    try copied.commit()
                }
                last = next.key
            }
        }
        guard let mark else { return }
        try copy.write { (copied: consuming WriteTransaction) in
            try copied.put(mark.stored, for: RecordKey(.log))
            try copied.commit()
        }
    }
}
