import LMDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A raw entry of one of a store's files.
struct RawEntry: Hashable, Sendable {
    var key: [UInt8]
    var value: [UInt8]
}

/// A file of a store as keys and values, read and written through LMDB, so that LMDB's own pages stay valid.
enum RawFile {
    private static let options = Environment.Options(mapSize: 64 << 20, durability: .noSync)

    /// All entries, in the order of their keys.
    static func entries(of path: String) throws -> [RawEntry] {
        let environment = try Environment.open(at: path, options: options)
        defer { environment.close() }
        return try environment.read { transaction in
            var cursor = try transaction.openCursor()
            var entries: [RawEntry] = []
            while let entry = try cursor.next() {
                entries.append(RawEntry(key: [UInt8](entry.key), value: [UInt8](entry.value)))
            }
            return entries
        }
    }

    /// Creates a file with these entries in one transaction, written one after the other: of two under one key,
    /// the last one stays.
    static func make(_ path: String, of entries: [RawEntry]) throws {
        for name in [path, path + "-lock"] where FileManager.default.fileExists(atPath: name) {
            try FileManager.default.removeItem(atPath: name)
        }
        try change(path, from: [], to: entries)
    }

    /// Replaces the entries of a file in one transaction; of two under one key, the last one stays.
    static func change(_ path: String, from old: [RawEntry], to new: [RawEntry]) throws {
        let wanted = Dictionary(new.map { ($0.key, $0.value) }) { _, last in last }
        let present = Dictionary(old.map { ($0.key, $0.value) }) { _, last in last }
        let environment = try Environment.open(at: path, options: options)
        defer { environment.close() }
        try environment.write { (transaction: consuming WriteTransaction) in
            for key in present.keys where wanted[key] == nil {
                _ = try key.withUnsafeBytes { try transaction.delete($0) }
            }
            let ordered = wanted.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            for (key, value) in ordered where present[key] != value {
                // LMDB accepts only keys of 1 to 511 bytes.
                guard (1...511).contains(key.count) else { continue }
                try key.withUnsafeBytes { key in try value.withUnsafeBytes { try transaction.put(key, $0) } }
            }
            try transaction.commit()
        }
    }
}
