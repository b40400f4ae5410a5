import Foundation
import LMDB

extension ReadTransaction {
    /// The entries, valid as long as the transaction is.
    borrowing func entries() throws -> [Cursor.Entry] {
        var cursor = try openCursor()
        var entries: [Cursor.Entry] = []
        while let entry = try cursor.next() { entries.append(entry) }
        return entries
    }
}

extension Environment {
    func allEntries() throws -> [(key: Data, value: Data)] {
        try read { transaction in
            var cursor = try transaction.openCursor()
            var entries: [(key: Data, value: Data)] = []
            while let entry = try cursor.next() { entries.append((Data(entry.key), Data(entry.value))) }
            return entries
        }
    }
}
