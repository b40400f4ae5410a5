/// How many entries are read at once while following catches up.
///
/// The entries' sizes are not known before they are read. The number begins with one, so that slow connections make
/// progress, and grows while pages are small.
struct PageSize {
    /// The bytes of a page to aim for.
    private static let targetByteCount = 4 << 20
    private static let largestByteCount = 64 << 20
    private static let largestCount = 256

    /// The number of entries of the next page.
    private(set) var count: UInt64 = 1
    private let maximum: Int

    /// - Parameter entryByteLimit: The largest entry, in bytes.
    init(entryByteLimit: Int) { maximum = Self.maximum(entryByteLimit) }

    private static func maximum(_ entryByteLimit: Int) -> Int {
        max(1, min(largestCount, largestByteCount / max(1, entryByteLimit)))
    }

    /// The largest answer, if a page of small entries is followed by one of the largest.
    ///
    /// - Parameter entryByteLimit: The largest entry, in bytes.
    /// - Returns: The bytes, with the keys.
    static func replyByteLimit(_ entryByteLimit: Int) -> Int {
        maximum(entryByteLimit) * (entryByteLimit + 1_024) + (4 << 20)
    }

    /// Adapts the number to the page that was read.
    ///
    /// - Parameter byteCount: The bytes of its entries.
    mutating func adapt(to byteCount: Int) {
        if byteCount > Self.targetByteCount {
            count = max(1, count / 2)
        } else if byteCount <= Self.targetByteCount / 2 {
            count = min(UInt64(maximum), count * 2)
        }
    }
}
