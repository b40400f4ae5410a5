/// A branch or leaf page with a validated layout: every offset in it is safe to read.
///
/// ``PageLayout`` names the fields: a header, the offsets of the nodes in key order, the free space, and the nodes,
/// without gaps.
struct TreePage {
    let number: UInt64
    let isLeaf: Bool
    /// The number of nodes.
    let count: Int
    private let bytes: FileBytes

    /// The location of a node's value.
    enum Value {
        case inPage(Range<Int>)
        case overflow(first: UInt64, size: Int)
    }

    init(_ number: UInt64, isLeaf: Bool, of tree: CheckedTree, in file: CheckedFile) throws(LMDBError) {
        let bytes = try file.read(number)
        func damage(_ what: String) -> LMDBError { file.damage(number, "in \(tree.name), \(what)") }

        guard bytes.uint64(at: PageLayout.numberOffset) == number else {
            throw damage("it states number \(bytes.uint64(at: PageLayout.numberOffset))")
        }
        let flags = bytes.uint16(at: PageLayout.flagsOffset)
        guard flags == (isLeaf ? PageLayout.leafFlag : PageLayout.branchFlag) else {
            throw damage("its flags are \(flags), not those of a \(isLeaf ? "leaf" : "branch") page")
        }
        let lower = Int(bytes.uint16(at: PageLayout.lowerOffset))
        let upper = Int(bytes.uint16(at: PageLayout.upperOffset))
        guard
            lower >= PageLayout.headerBytes, lower & 1 == 0, upper & 1 == 0, lower <= upper, upper <= bytes.count
        else {
            throw damage("its free space from \(lower) to \(upper) is invalid")
        }
        self.number = number
        self.isLeaf = isLeaf
        self.bytes = bytes
        count = PageLayout.nodeCount(lower: lower)

        let fewest = isLeaf ? 1 : tree.minChildren
        guard count >= fewest else { throw damage("it has \(count) nodes, fewer than \(fewest)") }
        // LMDB moves the nodes as one piece when it inserts and deletes: a gap or overlap would corrupt the page.
        guard nodesFill(upper) else { throw damage("its nodes do not fit its space and its offsets") }
        for index in 0..<count { try checkNode(index, tree, damage) }
    }

    /// Whether the space from an offset to the end is filled with nodes, and every node offset leads to one of them.
    private func nodesFill(_ upper: Int) -> Bool {
        // A bit for each even offset.
        var startsNode = [UInt64](repeating: 0, count: bytes.count / 128 + 1)
        var (offset, nodes) = (upper, 0)
        while offset < bytes.count {
            guard offset + PageLayout.nodeHeaderBytes <= bytes.count else { return false }
            startsNode[offset / 128] |= 1 << UInt64(offset / 2 % 64)
            nodes += 1
            // Nodes begin at even offsets.
            offset += (nodeSize(at: offset) + 1) & ~1
        }
        guard offset == bytes.count, nodes == count else { return false }
        for index in 0..<count {
            let offset = self.offset(index)
            guard offset >= upper, offset < bytes.count, offset & 1 == 0 else { return false }
            let bit: UInt64 = 1 << UInt64(offset / 2 % 64)
            guard startsNode[offset / 128] & bit != 0 else { return false }
            // A second offset that leads there finds none.
            startsNode[offset / 128] ^= bit
        }
        return true
    }

    private func nodeSize(at offset: Int) -> Int {
        let size = PageLayout.nodeHeaderBytes + Int(bytes.uint16(at: offset + PageLayout.nodeKeySizeOffset))
        guard isLeaf else { return size }
        return size
            + (flags(at: offset) & PageLayout.bigDataFlag != 0 ? PageLayout.pageNumberBytes : valueSize(at: offset))
    }

    private func checkNode(
        _ index: Int, _ tree: CheckedTree, _ damage: (String) -> LMDBError
    ) throws(LMDBError) {
        let keySize = key(index).range.count
        // The first key of a branch page is empty and never compared: its child has all keys below the second one.
        let isUnbounded = index == 0 && !isLeaf
        guard tree.keySizes.contains(keySize) || (isUnbounded && keySize <= tree.keySizes.upperBound) else {
            throw damage("key \(index) has \(keySize) bytes")
        }
        if isLeaf, flags(at: offset(index)) & ~PageLayout.bigDataFlag != 0 {
            throw damage("node \(index) has flags \(flags(at: offset(index))), which no plain entry has")
        }
        guard index > firstKey else { return }
        guard tree.precedes(key(index - 1), key(index)) else {
            throw damage("key \(index) does not come after the one before it")
        }
    }

    /// The index of the first node with a meaningful key.
    var firstKey: Int { isLeaf ? 0 : 1 }

    func key(_ index: Int) -> PageKey {
        let offset = offset(index)
        let start = offset + PageLayout.nodeHeaderBytes
        return PageKey(page: bytes, range: start..<start + Int(bytes.uint16(at: offset + PageLayout.nodeKeySizeOffset)))
    }

    /// The child page of a branch node, a 48-bit number.
    func child(_ index: Int) -> UInt64 {
        let offset = offset(index)
        return UInt64(bytes.uint32(at: offset + PageLayout.nodeSizeOffset)) | UInt64(flags(at: offset)) << 32
    }

    /// The value of a leaf node.
    func value(_ index: Int) -> Value {
        let offset = offset(index)
        let size = valueSize(at: offset)
        let start = key(index).range.upperBound
        guard flags(at: offset) & PageLayout.bigDataFlag != 0 else { return .inPage(start..<start + size) }
        return .overflow(first: bytes.uint64(at: start), size: size)
    }

    /// The bytes of the page, to which its ranges refer.
    var contents: FileBytes { bytes }

    private func offset(_ index: Int) -> Int { Int(bytes.uint16(at: PageLayout.nodeOffset(index))) }

    private func valueSize(at offset: Int) -> Int { Int(bytes.uint32(at: offset + PageLayout.nodeSizeOffset)) }

    private func flags(at offset: Int) -> UInt16 { bytes.uint16(at: offset + PageLayout.nodeFlagsOffset) }
}
