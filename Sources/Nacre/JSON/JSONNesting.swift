/// The objects and arrays that are open at a place in a document.
///
/// One bit each, in the value itself: reading nested JSON needs neither the call stack nor the heap.
struct JSONNesting {
    private var words = InlineArray<9, UInt64>(repeating: 0)

    /// How many objects and arrays are open.
    private(set) var depth = 0

    /// How many may be open: at most 576.
    let limit: Int

    @inline(__always)
    init(limit: Int) {
        self.limit = min(limit, 9 * UInt64.bitWidth)
    }

    /// Whether the innermost is an object.
    var isInObject: Bool {
        depth > 0 && words[(depth - 1) >> 6] & bit(depth - 1) != 0
    }

    /// Whether the innermost is an array.
    var isInArray: Bool { depth > 0 && !isInObject }

    /// Opens an object or an array; `false` where the limit forbids it.
    mutating func open(isObject: Bool) -> Bool {
        guard depth < limit else { return false }
        if isObject { words[depth >> 6] |= bit(depth) } else { words[depth >> 6] &= ~bit(depth) }
        depth += 1
        return true
    }

    /// Closes the innermost.
    mutating func close() {
        depth -= 1
    }

    private func bit(_ index: Int) -> UInt64 { 1 << UInt64(index & 63) }
}
