/// The first bytes by which the encoding of a file is recognized.
enum EncodingMark: CaseIterable {
    /// The byte order mark of UTF-8.
    case utf8

    /// A byte order mark of UTF-16.
    case utf16

    /// The magic number of gzip.
    case gzip

    /// The byte order mark of UTF-8.
    static let utf8Bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var variants: [[UInt8]] {
        switch self {
        case .utf8: [Self.utf8Bytes]
        case .utf16: [[0xFE, 0xFF], [0xFF, 0xFE]]
        case .gzip: [[0x1F, 0x8B]]
        }
    }

    /// The mark with which bytes begin; `nil` if they begin with none.
    init?(beginning bytes: [UInt8]) {
        for mark in Self.allCases where mark.variants.contains(where: { bytes.starts(with: $0) }) {
            self = mark
            return
        }
        return nil
    }

    /// Whether bytes are the beginning of a mark, and more of them decide.
    static func mayFollow(_ bytes: [UInt8]) -> Bool {
        allCases.flatMap(\.variants).contains { $0.count > bytes.count && $0.starts(with: bytes) }
    }
}
