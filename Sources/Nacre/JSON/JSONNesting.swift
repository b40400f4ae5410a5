/// The stack of open objects and arrays.
///
/// It stores one bit for each level inline, so that reading nested JSON needs neither recursion nor the heap.
struct JSONNesting {
    // A bit for each of the 512 levels, and for the one that an NDJSON line adds.
    private var words = InlineArray<9, UInt64>(repeating: 0)

    /// The number of open objects and arrays.
    private(set) var depth = 0

    /// The maximum number of open objects and arrays, at most 576.
    let limit: Int

    @inline(__always)
    init(limit: Int) {
        self.limit = min(limit, 9 * UInt64.bitWidth)
    }

    /// Whether the innermost one is an object.
    var isInObject: Bool {
        depth > 0 && words[(depth - 1) >> 6] & bit(depth - 1) != 0
    }

    /// Whether the innermost one is an array.
    var isInArray: Bool { depth > 0 && !isInObject }

    /// Opens an object or an array; `false` if the limit is reached.
    mutating func open(isObject: Bool) -> Bool {
        guard depth < limit else { return false }
        if isObject { words[depth >> 6] |= bit(depth) } else { words[depth >> 6] &= ~bit(depth) }
        depth += 1
        return true
    }

    /// Closes the innermost one.
    mutating func close() {
        depth -= 1
    }

    private func bit(_ index: Int) -> UInt64 { 1 << UInt64(index & 63) }
}
