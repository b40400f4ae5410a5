internal import CLMDB

/// A cursor over the committed entries of a transaction, for big-endian keys of eight bytes.
///
/// It reads the file's pages itself and validates each before use, so that no file content can crash the process: see
/// ``CommittedTree``. In a write transaction it sees what was committed before the transaction began. Do not use it
/// after the transaction has ended.
public struct CheckedCursor: ~Copyable {
    // READ-02: The log is read with a checked cursor instead of LMDB's own.

    /// An entry; its bytes are valid until the transaction ends.
    ///
    /// `@safe` is right because it only carries the bytes, whose own type marks each use of them.
    @safe
    public struct Entry {
        /// The key.
        public let key: UInt64
        /// The value.
        public let value: UnsafeRawBufferPointer
        /// A lower bound of the next entry's key, from the pages above; the maximum if there is no next entry.
        public let nextKey: UInt64

        /// Creates an entry.
        public init(key: UInt64, value: UnsafeRawBufferPointer, nextKey: UInt64) {
            self.key = key
            unsafe self.value = value
            self.nextKey = nextKey
        }
    }

    /// The maximum depth of a tree; a tree of 2⁴⁸ pages has six levels.
    static let maxDepth = 8

    let tree: CommittedTree
    /// The path from the root to the current leaf.
    // Inline, so that a cursor costs no allocation: a read opens one.
    private var path = InlineArray<8, Step>(repeating: Step())
    /// Whether the cursor is positioned, so that the path leads to a leaf.
    private var isPositioned = false

    /// A page on the path, and the node taken in it.
    private struct Step {
        var page: CommittedTree.Page?
        var index = 0
        /// A lower bound of the keys below the node.
        var least: UInt64 = 0
        /// An exclusive upper bound of the keys below the page; the maximum if there is none.
        var bound = UInt64.max
    }

    init(_ tree: CommittedTree) {
        self.tree = tree
    }

    /// The number of entries, according to the meta page.
    public var entryCount: UInt64 { tree.entries }

    /// Moves to the last entry whose key is less than or equal to the given one.
    ///
    /// - Parameter key: The key.
    /// - Returns: The entry; `nil` if every key is greater.
    /// - Throws: ``TreeDamage`` if a page on the path is damaged.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func seek(atMost key: UInt64) throws(TreeDamage) -> Entry? {
        var key = key
        while try descend(to: key) {
            if path[tree.depth - 1].index >= 0 { return try entry() }
            // A leaf begins after its lower bound in the pages above only if entries are missing.
            let least = path[tree.depth - 1].least
            guard least > 0 else { break }
            key = least - 1
        }
        isPositioned = false
        return nil
    }

    /// Moves to the first entry.
    ///
    /// - Returns: The entry; `nil` if there are none.
    /// - Throws: ``TreeDamage`` if a page on the path is damaged.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func first() throws(TreeDamage) -> Entry? {
        guard try descend(to: 0) else { return nil }
        path[tree.depth - 1].index = 0
        return try entry()
    }

    /// Moves to the last entry.
    ///
    /// - Returns: The entry; `nil` if there are none.
    /// - Throws: ``TreeDamage`` if a page on the path is damaged.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func last() throws(TreeDamage) -> Entry? { try seek(atMost: .max) }

    /// Moves to the next entry; to the first if the cursor is not positioned.
    ///
    /// - Returns: The entry; `nil` at the last entry, where the cursor stays.
    /// - Throws: ``TreeDamage`` if a page on the path is damaged.
    /// - Complexity: O(1) amortised.
    public mutating func next() throws(TreeDamage) -> Entry? {
        guard isPositioned else { return try first() }
        let leaf = tree.depth - 1
        if let page = path[leaf].page, path[leaf].index + 1 < page.count {
            path[leaf].index += 1
            return try entry()
        }
        // Up to the first page with a next node, then down along its left edge.
        var level = leaf - 1
        while level >= 0, let page = path[level].page, path[level].index + 1 >= page.count { level -= 1 }
        guard level >= 0 else { return nil }
        try descend(from: level, at: path[level].index + 1)
        return try entry()
    }

    /// Counts the entries by visiting every leaf.
    ///
    /// - Returns: The number of entries, equal to ``entryCount`` in a sound file.
    /// - Throws: ``TreeDamage`` if a page is damaged.
    /// - Complexity: O(*n*) in the number of leaf pages.
    public mutating func countEntries() throws(TreeDamage) -> UInt64 {
        guard try first() != nil else { return 0 }
        var count: UInt64 = 0
        while true {
            guard let page = path[tree.depth - 1].page else { return count }
            count += UInt64(page.count)
            path[tree.depth - 1].index = page.count - 1
            guard try next() != nil else { return count }
        }
    }

    /// Whether the path to a key leads through a page.
    mutating func passes(_ number: UInt64, onTheWayTo key: UInt64) throws(TreeDamage) -> Bool {
        guard try descend(to: key) else { return false }
        for level in 0..<tree.depth where path[level].page?.number == number { return true }
        return false
    }

    // MARK: Descending

    /// Descends to the leaf for a key, and to the last node in it whose key is not greater.
    ///
    /// - Returns: Whether there is a leaf; the index in it is -1 if all of its keys are greater.
    private mutating func descend(to key: UInt64) throws(TreeDamage) -> Bool {
        isPositioned = false
        guard tree.depth > 0 else { return false }
        var number = tree.root
        var least: UInt64 = 0
        var bound = UInt64.max
        for level in 0..<tree.depth {
            let isLeaf = level == tree.depth - 1
            let page = try tree.page(number, isLeaf: isLeaf, minKey: least)
            var step = Step(page: page, index: 0, least: least, bound: bound)
            step.index = try page.lastIndex(notAbove: key, isLeaf: isLeaf, tree.pageSize, minKey: least)
            path[level] = step
            guard !isLeaf else { break }
            try narrow(level, &least, &bound)
            number = page.child(step.index, tree.pageSize)
        }
        isPositioned = true
        return true
    }

    /// Descends from a node of a branch page along the left edge.
    private mutating func descend(from top: Int, at index: Int) throws(TreeDamage) {
        isPositioned = false
        path[top].index = index
        var least = path[top].least
        var bound = path[top].bound
        for level in top..<tree.depth - 1 {
            try narrow(level, &least, &bound)
            guard let page = path[level].page else { return }
            let isLeaf = level + 2 == tree.depth
            let child = try tree.page(page.child(path[level].index, tree.pageSize), isLeaf: isLeaf, minKey: least)
            path[level + 1] = Step(page: child, index: 0, least: least, bound: bound)
        }
        isPositioned = true
    }

    /// Narrows the bounds of a branch page to those of the node taken.
    private func narrow(_ level: Int, _ least: inout UInt64, _ bound: inout UInt64) throws(TreeDamage) {
        let step = path[level]
        guard let page = step.page else { return }
        let lower = step.index > 0 ? try page.key(step.index, tree.pageSize, minKey: step.least).value : step.least
        let upper =
            step.index + 1 < page.count
            ? try page.key(step.index + 1, tree.pageSize, minKey: step.least).value : step.bound
        // See READ-02: a page from elsewhere in the tree is valid by itself; only its keys show that it is misplaced.
        guard lower >= step.least, upper <= step.bound, lower < upper else {
            throw TreeDamage(
                page: page.number, reason: "its keys are outside its range, which begins at \(step.least)",
                minKey: step.least)
        }
        least = lower
        bound = upper
    }

    /// The current entry.
    private func entry() throws(TreeDamage) -> Entry? {
        let step = path[tree.depth - 1]
        guard let page = step.page else { return nil }
        let key = try page.key(step.index, tree.pageSize, minKey: step.least)
        guard key.bytes == MemoryLayout<UInt64>.size else {
            throw TreeDamage(
                page: page.number, reason: "it holds a key of \(key.bytes) bytes, but keys have 8", minKey: step.least,
                isForeignKey: true)
        }
        guard key.value >= step.least, key.value < step.bound else {
            throw TreeDamage(
                page: page.number,
                reason: "it holds the key \(key.value), outside its range from \(step.least) to \(step.bound - 1)",
                minKey: step.least)
        }
        let next =
            step.index + 1 < page.count
            ? try page.key(step.index + 1, tree.pageSize, minKey: step.least).value : step.bound
        return unsafe Entry(key: key.value, value: try value(of: page, step.index, step.least), nextKey: next)
    }

    private func value(
        of page: CommittedTree.Page, _ index: Int, _ least: UInt64
    ) throws(TreeDamage) -> UnsafeRawBufferPointer {
        switch try page.value(index, tree.pageSize, minKey: least) {
        case .inPage(let bytes): unsafe bytes
        case .overflow(let first, let size):
            try unsafe tree.overflow(first, size: size, from: page.number, minKey: least)
        }
    }
}
