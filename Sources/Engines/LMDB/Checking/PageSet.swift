/// The set of visited pages.
///
/// Stored sparsely in words of 64 pages, because a damaged file can name any number.
struct PageSet {
    private var words: [UInt64: UInt64] = [:]

    /// Adds a page; `false` if it is in the set already.
    mutating func insert(_ page: UInt64) -> Bool {
        let bit: UInt64 = 1 << (page & 63)
        let isNew = words[page >> 6, default: 0] & bit == 0
        words[page >> 6, default: 0] |= bit
        return isNew
    }
}
