/// The pages that have been met with, each of which may be met with once.
///
/// Kept in words of 64 pages, of which only those exist that are needed: a damaged file can name any number.
struct PageSet {
    private var words: [UInt64: UInt64] = [:]

    /// Adds a page; false where it is there already.
    mutating func insert(_ page: UInt64) -> Bool {
        let bit: UInt64 = 1 << (page & 63)
        let isNew = words[page >> 6, default: 0] & bit == 0
        words[page >> 6, default: 0] |= bit
        return isNew
    }
}
