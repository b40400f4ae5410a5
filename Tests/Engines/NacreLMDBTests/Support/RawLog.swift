import Foundation
import LMDB
import Nacre

@testable import NacreLMDB

/// The file `log.mdb` of a store as keys and values.
struct RawLog {
    let path: String

    init(store: String) {
        path = store + "/log.mdb"
    }

    /// The value under position 0.
    func header() throws -> [UInt8] {
        try entries().first { $0.key == 0 }?.value ?? []
    }

    /// The blocks, in order.
    func blocks() throws -> [(position: Position, bytes: [UInt8])] {
        try entries().filter { $0.key > 0 }.map { ($0.key, $0.value) }
    }

    private func entries() throws -> [(key: Position, value: [UInt8])] {
        try withEnvironment { environment in
            try environment.read { transaction in
                var cursor = try transaction.openCursor()
                var entries: [(Position, [UInt8])] = []
                while let entry = try cursor.next() {
                    entries.append((entry.key.reduce(0) { $0 << 8 | Position($1) }, [UInt8](entry.value)))
                }
                return entries
            }
        }
    }

    /// Puts another value under a position, as a faulty program would.
    func put(_ value: [UInt8], at position: Position) throws {
        try withEnvironment { environment in
            try environment.write { (transaction: consuming WriteTransaction) in
                try withUnsafeBytes(of: position.bigEndian) { key in
                    try value.withUnsafeBytes { try transaction.put(key, $0) }
                }
                try transaction.commit()
            }
        }
    }

    /// Puts a key that no block has, one byte too long, right before that of a block.
    func putLongKey(before position: Position) throws {
        try withEnvironment { environment in
            try environment.write { (transaction: consuming WriteTransaction) in
                let key = withUnsafeBytes(of: (position - 1).bigEndian) { [UInt8]($0) + [0xFF] }
                try key.withUnsafeBytes { key in try [1].withUnsafeBytes { try transaction.put(key, $0) } }
                try transaction.commit()
            }
        }
    }

    /// Removes a block, and puts another one under another position.
    func move(_ value: [UInt8], from old: Position, to position: Position) throws {
        try delete(at: old)
        try put(value, at: position)
    }

    /// Removes a block.
    func delete(at position: Position) throws {
        try withEnvironment { environment in
            try environment.write { (transaction: consuming WriteTransaction) in
                try withUnsafeBytes(of: position.bigEndian) { _ = try transaction.delete($0) }
                try transaction.commit()
            }
        }
    }

    /// Changes bytes of a block in the file, as a faulty disk would.
    ///
    /// The file must not be open.
    func damage(_ block: [UInt8], at offset: Int, by mask: UInt8 = 0x40) throws {
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        var places: [Int] = []
        var start = file.startIndex
        while let range = file.range(of: Data(block), in: start..<file.endIndex) {
            places.append(range.lowerBound)
            start = range.upperBound
        }
        guard !places.isEmpty else { throw BlockNotFound() }
        // Pages that were copied on writing may hold the block too.
        for place in places { file[place + offset] ^= mask }
        try overwrite(with: file)
    }

    /// Overwrites the file in place, so that it stays the same file.
    ///
    /// The file must not be open.
    func overwrite(with file: Data) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: file)
        try handle.close()
    }

    private func withEnvironment<R>(_ body: (Environment) throws -> R) throws -> R {
        let environment = try open()
        defer { environment.close() }
        return try body(environment)
    }

    /// Opens the file with the durability that it is open with in this process.
    private func open() throws -> Environment {
        do {
            return try Environment.open(at: path, options: .init(mapSize: 256 << 20))
        } catch  where error.code == .optionsMismatch {
            return try Environment.open(at: path, options: .init(mapSize: 256 << 20, durability: .noSync))
        }
    }
}

struct BlockNotFound: Error {}
