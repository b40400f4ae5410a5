import Foundation

/// Identifies the program that made a report: it distinguishes builds.
enum ProgramStamp {
    static let own = Result { try of(ChildProcess.executable) }

    /// The stamp of an executable, 16 hexadecimal digits: a hash of its bytes.
    ///
    /// It is not cryptographic: it does not distinguish builds that were made to collide.
    static func of(_ executable: URL) throws -> String {
        let data = try reporting("\(executable.path) cannot be read") {
            try Data(contentsOf: executable, options: .alwaysMapped)
        }
        let bytes = data.bytes
        let words = bytes.byteCount / 8
        // FNV-1a (Fowler, Noll, Vo) over words instead of bytes, with a shift that lets high bits reach low ones.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<words { mix(bytes.word(at: index * 8), into: &hash) }
        for offset in words * 8..<bytes.byteCount { mix(UInt64(bytes.byte(at: offset)), into: &hash) }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func mix(_ word: UInt64, into hash: inout UInt64) {
        hash = (hash ^ word) &* 0x0000_0100_0000_01B3
        hash ^= hash >> 32
    }
}
