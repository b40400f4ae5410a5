import Foundation

@testable import LMDB

/// The bytes of a file, with the places of its pages and nodes, for tests that change them.
struct FileImage {
    static let pageBytes = 4_096

    var bytes: [UInt8]

    func number(at offset: Int, bytes count: Int) -> Int {
        (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }

    mutating func set(_ number: Int, at offset: Int, bytes count: Int) {
        for index in 0..<count { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }

    // MARK: Meta pages

    /// The offset of the newer meta page.
    var meta: Int {
        let first = number(at: PageLayout.Meta.transaction, bytes: 8)
        return first > number(at: Self.pageBytes + PageLayout.Meta.transaction, bytes: 8) ? 0 : Self.pageBytes
    }

    /// The offset of the root page of the entries.
    var root: Int { number(at: meta + PageLayout.Meta.mainTree + PageLayout.Tree.root, bytes: 8) * Self.pageBytes }

    /// The offset of the root page of the free pages.
    var freeRoot: Int { number(at: meta + PageLayout.Meta.freeTree + PageLayout.Tree.root, bytes: 8) * Self.pageBytes }

    var lastPage: Int { number(at: meta + PageLayout.Meta.lastPage, bytes: 8) }

    // MARK: Branch and leaf pages

    func isBranch(_ page: Int) -> Bool {
        number(at: page + PageLayout.flagsOffset, bytes: 2) == Int(PageLayout.branchFlag)
    }

    func nodeCount(of page: Int) -> Int {
        PageLayout.nodeCount(lower: number(at: page + PageLayout.lowerOffset, bytes: 2))
    }

    /// The offsets of the leaf pages below a page, in key order; by default of all.
    func leaves(below page: Int? = nil) -> [Int] {
        let page = page ?? root
        guard isBranch(page) else { return [page] }
        return (0..<nodeCount(of: page)).flatMap { leaves(below: child($0, of: page)) }
    }

    /// The offset of a node of a page.
    func node(_ index: Int, of page: Int) -> Int {
        page + number(at: page + PageLayout.nodeOffset(index), bytes: 2)
    }

    /// The offset of the page below a node of a branch page.
    func child(_ index: Int, of page: Int) -> Int {
        number(at: node(index, of: page) + PageLayout.nodeSizeOffset, bytes: 4) * Self.pageBytes
    }

    /// Sets the number of the page below a node of a branch page.
    mutating func setChild(_ page: Int, ofNode node: Int) {
        set(page / Self.pageBytes, at: node + PageLayout.nodeSizeOffset, bytes: 4)
    }

    // MARK: Nodes of leaf pages

    func keySize(ofNode node: Int) -> Int { number(at: node + PageLayout.nodeKeySizeOffset, bytes: 2) }

    /// The offset of a node's key.
    func key(ofNode node: Int) -> Int { node + PageLayout.nodeHeaderBytes }

    /// The offset of a node's value, or of the number of its first overflow page.
    func value(ofNode node: Int) -> Int { key(ofNode: node) + keySize(ofNode: node) }

    func valueSize(ofNode node: Int) -> Int { number(at: node + PageLayout.nodeSizeOffset, bytes: 4) }

    /// The offset of the first overflow page of a node's value.
    func overflow(ofNode node: Int) -> Int { number(at: value(ofNode: node), bytes: 8) * Self.pageBytes }

    /// Moves the last bytes of a node's key into its value, so that the node's size stays.
    mutating func moveKeyIntoValue(_ count: Int, node: Int) {
        set(keySize(ofNode: node) - count, at: node + PageLayout.nodeKeySizeOffset, bytes: 2)
        set(valueSize(ofNode: node) + count, at: node + PageLayout.nodeSizeOffset, bytes: 4)
    }

    // MARK: The list of free pages

    /// The number of pages in the record at an offset.
    func listedPages(at record: Int) -> Int { number(at: record + PageLayout.FreeList.countOffset, bytes: 8) }

    /// Replaces the first record of the list by an empty one, and moves the others up to it.
    mutating func emptyFirstFreeRecord() {
        let page = freeRoot
        var upper = page + Self.pageBytes
        let nodes = (0..<nodeCount(of: page)).map { index in
            let start = node(index, of: page)
            return Array(bytes[start..<value(ofNode: start) + valueSize(ofNode: start)])
        }
        let listBytes = PageLayout.FreeList.pagesOffset
        for (index, node) in nodes.enumerated() {
            let headAndKey = PageLayout.nodeHeaderBytes + PageLayout.FreeList.keyBytes
            let kept = index == 0 ? Array(node.prefix(headAndKey)) + [UInt8](repeating: 0, count: listBytes) : node
            upper -= kept.count
            bytes.replaceSubrange(upper..<upper + kept.count, with: kept)
            if index == 0 { set(listBytes, at: upper + PageLayout.nodeSizeOffset, bytes: 4) }
            set(upper - page, at: page + PageLayout.nodeOffset(index), bytes: 2)
        }
        set(upper - page, at: page + PageLayout.upperOffset, bytes: 2)
    }
}
