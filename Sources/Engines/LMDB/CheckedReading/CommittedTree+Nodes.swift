extension CommittedTree.Page {
    /// A key, as the number formed by its first eight bytes.
    struct Key {
        let value: UInt64
        /// The actual length of the key, in bytes.
        let bytes: Int
    }

    /// The number of key bytes that are read: a position in the log, or a transaction id in the tree of free pages.
    static let keyBytes = 8

    /// The location of a node's value.
    ///
    /// `@safe` is right because it only carries the bytes, whose own type marks each use of them.
    @safe
    enum Value {
        case inPage(UnsafeRawBufferPointer)
        case overflow(first: UInt64, size: Int)
    }

    /// The start of a node, validated to lie in the page with its header and a key of eight bytes.
    @inline(__always)
    private func node(_ index: Int, _ pageSize: Int, minKey: UInt64) throws(TreeDamage) -> UnsafeRawPointer {
        let offset = unsafe Int(start.number(at: PageLayout.nodeOffset(index), as: UInt16.self))
        // Checked for each node that is touched, not for all on opening: a search touches a dozen of them.
        guard offset >= upper, offset + PageLayout.nodeHeaderBytes + Self.keyBytes <= pageSize else {
            throw damage("node \(index) lies outside the page", minKey)
        }
        return unsafe start + offset
    }

    /// The key of a node; meaningless for the first node of a branch page.
    @inline(__always)
    func key(_ index: Int, _ pageSize: Int, minKey: UInt64) throws(TreeDamage) -> Key {
        let node = try unsafe node(index, pageSize, minKey: minKey)
        let bytes = unsafe Int(node.number(at: PageLayout.nodeKeySizeOffset, as: UInt16.self))
        let value = unsafe UInt64(bigEndian: node.number(at: PageLayout.nodeHeaderBytes))
        // The bytes after a shorter key belong to something else.
        guard bytes < 8 else { return Key(value: value, bytes: bytes) }
        return Key(value: bytes == 0 ? 0 : value & (.max << UInt64(8 * (8 - bytes))), bytes: bytes)
    }

    /// The last node whose key is not greater than a number; -1 if all keys of a leaf are greater.
    func lastIndex(
        notAbove key: UInt64, isLeaf: Bool, _ pageSize: Int, minKey: UInt64
    ) throws(TreeDamage) -> Int {
        // In a branch page, everything below the second key is under the first node.
        var low = isLeaf ? 0 : 1
        var high = count
        while low < high {
            let middle = (low + high) / 2
            let found = try self.key(middle, pageSize, minKey: minKey)
            // A longer key sorts after its own prefix.
            if found.value < key || found.value == key && found.bytes <= 8 { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// The child page of a branch node, a 48-bit number; 0 if the node does not lie in the page.
    @inline(__always)
    func child(_ index: Int, _ pageSize: Int) -> UInt64 {
        let offset = unsafe Int(start.number(at: PageLayout.nodeOffset(index), as: UInt16.self))
        guard offset >= upper, offset + PageLayout.nodeHeaderBytes <= pageSize else { return 0 }
        let low = unsafe start.number(at: offset + PageLayout.nodeSizeOffset, as: UInt32.self)
        let high = unsafe start.number(at: offset + PageLayout.nodeFlagsOffset, as: UInt16.self)
        return UInt64(low) | UInt64(high) << 32
    }

    /// The value of a leaf node whose key has eight bytes.
    @inline(__always)
    func value(_ index: Int, _ pageSize: Int, minKey: UInt64) throws(TreeDamage) -> Value {
        let node = try unsafe node(index, pageSize, minKey: minKey)
        let offset = unsafe node - start + PageLayout.nodeHeaderBytes + Self.keyBytes
        let size = unsafe Int(node.number(at: PageLayout.nodeSizeOffset, as: UInt32.self))
        switch unsafe node.number(at: PageLayout.nodeFlagsOffset, as: UInt16.self) {
        case 0:
            guard offset + size <= pageSize else {
                throw damage("the value of node \(index) ends outside the page", minKey)
            }
            return unsafe .inPage(UnsafeRawBufferPointer(start: start + offset, count: size))
        case PageLayout.bigDataFlag:
            guard offset + PageLayout.pageNumberBytes <= pageSize else {
                throw damage("the value of node \(index) ends outside the page", minKey)
            }
            return unsafe .overflow(first: start.number(at: offset), size: size)
        case let flags: throw damage("node \(index) has the invalid flags \(flags)", minKey)
        }
    }

    // Not inlined: each access to a node checks it, and damage ends the read.
    @inline(never)
    private func damage(_ reason: String, _ minKey: UInt64) -> TreeDamage {
        TreeDamage(page: number, reason: reason, minKey: minKey)
    }
}
