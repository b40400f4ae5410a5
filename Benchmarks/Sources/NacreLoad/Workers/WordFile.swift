package import Foundation

/// Rows of 8-byte words as a file, little-endian: it passes millions of numbers between processes.
///
/// The number of rows comes first, and each row follows the number of its words.
package enum WordFile {
    package static func write(_ rows: [[UInt64]], to url: URL) throws {
        var data = Data(capacity: rows.reduce(8) { $0 + 8 * ($1.count + 1) })
        withUnsafeBytes(of: UInt64(rows.count).littleEndian) { data.append(contentsOf: $0) }
        for row in rows {
            withUnsafeBytes(of: UInt64(row.count).littleEndian) { data.append(contentsOf: $0) }
            for word in row { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
        }
        try reporting("\(url.path) cannot be written") { try data.write(to: url) }
    }

    package static func read(_ url: URL) throws -> [[UInt64]] {
        let data = try reporting("\(url.path) cannot be read") { try Data(contentsOf: url) }
        let words = data.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self))
            }
        }
        var rows: [[UInt64]] = []
        var at = 1
        while at < words.count {
            let end = UInt64(words.count - at - 1)
            guard words[at] <= end else {
                throw HarnessError(.inputOutput, "\(url.path) does not hold whole rows")
            }
            let next = at + 1 + Int(words[at])
            rows.append(Array(words[at + 1..<next]))
            at = next
        }
        guard data.count.isMultiple(of: 8), words.first == UInt64(rows.count) else {
            throw HarnessError(.inputOutput, "\(url.path) does not hold whole rows")
        }
        return rows
    }
}
