import LMDB
import TestFolders

extension TemporaryFolder {
    /// Opens a small environment in the folder.
    func open(
        _ name: String = "data.mdb", mapSize: Int = 16 << 20, maximumReaders: Int = 126,
        durability: Environment.Durability = .noSync, access: Environment.Access = .readingAndWriting
    ) throws -> Environment {
        try Environment.open(
            at: path(name),
            options: .init(
                mapSize: mapSize, maximumReaders: maximumReaders, durability: durability, access: access))
    }
}

extension Environment {
    /// Puts one entry in a transaction of its own.
    func put(_ key: String, _ value: String) throws {
        try write { (transaction: consuming WriteTransaction) in
            try transaction.put(key, value)
            try transaction.commit()
        }
    }

    /// Reads one entry in a transaction of its own.
    func get(_ key: String) throws -> String? {
        try read { transaction in try transaction.get(key) }
    }

    /// Reads every entry, in order.
    func entries() throws -> [String] {
        try read { transaction in
            var cursor = try transaction.openCursor()
            var entries: [String] = []
            while let entry = try cursor.next() { entries.append(entry.text) }
            return entries
        }
    }
}
