import Foundation
import TestFolders
import TestTraits
import Testing

@testable import LMDB

/// Damage of one kind each, at a chosen place.
@Suite(.fewAtOnce) struct CraftedDamageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var file: String { folder.path("data.mdb") }

    /// Creates the file, lets the body change its bytes, and reopens it.
    private func damage(_ shape: FileShape, _ body: (inout FileImage) throws -> Void) throws -> Environment {
        let environment = try folder.open()
        try shape.fill(environment)
        environment.close()
        var image = FileImage(bytes: try [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
        try body(&image)
        try Data(image.bytes).write(to: URL(fileURLWithPath: file))
        return try folder.open()
    }

    private func expectRefusal(
        of environment: Environment, page: Int, _ words: String, location: SourceLocation = #_sourceLocation
    ) {
        let text = message { try environment.checkStructure() }
        #expect(text.contains("page \(page / pageBytes): "), "\(text)", sourceLocation: location)
        #expect(text.contains(words), "\(text)", sourceLocation: location)
        #expect(text.contains(file) && text.contains("restore it"), "\(text)", sourceLocation: location)
        #expect(code { try environment.checkStructure() } == .corrupted, sourceLocation: location)
    }

    @Test(arguments: [0, 1, 1 << 20, -2])
    func `an invalid root page is refused before a transaction reads it`(root: Int) throws {
        var meta = 0
        let environment = try damage(.onePage) { image in
            meta = image.meta
            image.set(root, at: image.meta + PageLayout.Meta.mainTree + PageLayout.Tree.root, bytes: 8)
        }
        expectRefusal(of: environment, page: meta, "root")
    }

    @Test(arguments: [0, 1, 3000, 1 << 30])
    func `an invalid page size is refused on opening`(size: Int) throws {
        let refusal = code {
            _ = try damage(.onePage) { $0.set(size, at: $0.meta + PageLayout.Meta.freeTree, bytes: 4) }
        }
        #expect(refusal == .corrupted)
    }

    @Test(arguments: [0, -1, 1 << 62])
    func `an invalid last page is refused on opening`(page: Int) throws {
        let refusal = code {
            _ = try damage(.onePage) { $0.set(page, at: $0.meta + PageLayout.Meta.lastPage, bytes: 8) }
        }
        #expect(refusal == .corrupted)
    }

    @Test(arguments: [1, Int.min])
    func `a transaction number that does not belong in its meta page is refused on opening`(difference: Int) throws {
        let refusal = code {
            _ = try damage(.onePage) { image in
                let offset = image.meta + PageLayout.Meta.transaction
                image.set(image.number(at: offset, bytes: 8) + difference, at: offset, bytes: 8)
            }
        }
        #expect(refusal == .corrupted)
    }

    @Test func `an invalid second meta page is reported as damage, not as truncation`() throws {
        let refusal = code {
            _ = try damage(.onePage) { $0.set(0, at: pageBytes + PageLayout.Meta.magic, bytes: 4) }
        }
        #expect(refusal == .corrupted)
    }

    @Test(arguments: [PageLayout.Meta.freeTree, PageLayout.Meta.mainTree])
    func `flags that change the order of keys are refused`(tree: Int) throws {
        // Of the free pages, then of the entries, where opening refuses them.
        let refusal = code {
            try damage(.onePage) { $0.bytes[$0.meta + tree + PageLayout.Tree.flags] ^= 0x04 }.checkStructure()
        }
        #expect(refusal == .corrupted || refusal == .incompatible)
    }

    @Test func `a cycle in the tree is refused`() throws {
        var root = 0
        let environment = try damage(.deepTree) { image in
            root = image.root
            image.setChild(root, ofNode: image.node(1, of: root))
        }
        expectRefusal(of: environment, page: root, "to which another page refers")
    }

    @Test func `two parents of one page are refused`() throws {
        var root = 0
        let environment = try damage(.deepTree) { image in
            root = image.root
            image.setChild(image.child(0, of: root), ofNode: image.node(1, of: root))
        }
        expectRefusal(of: environment, page: root, "to which another page refers")
    }

    @Test func `a page that states another number is refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.set(77, at: root + PageLayout.numberOffset, bytes: 8)
        }
        expectRefusal(of: environment, page: root, "number 77")
    }

    @Test func `a branch page on the level of leaves is refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.set(Int(PageLayout.branchFlag), at: root + PageLayout.flagsOffset, bytes: 2)
        }
        expectRefusal(of: environment, page: root, "flags are 1")
    }

    @Test func `a node that ends outside its page is refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.set(60_000, at: image.node(3, of: root) + PageLayout.nodeKeySizeOffset, bytes: 2)
        }
        expectRefusal(of: environment, page: root, "nodes do not fit")
    }

    @Test func `two offsets of one node are refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            let first = image.number(at: root + PageLayout.nodeOffset(0), bytes: 2)
            image.set(first, at: root + PageLayout.nodeOffset(1), bytes: 2)
        }
        expectRefusal(of: environment, page: root, "nodes do not fit")
    }

    @Test func `keys that are out of order are refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.bytes[image.key(ofNode: image.node(3, of: root))] = 0xFF
        }
        expectRefusal(of: environment, page: root, "key 4 does not come after")
    }

    @Test func `an empty key is refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.moveKeyIntoValue(3, node: image.node(0, of: root))
        }
        expectRefusal(of: environment, page: root, "key 0 has 0 bytes")
    }

    @Test func `a list of free pages with a short key is refused`() throws {
        var root = 0
        let environment = try damage(.afterDeletes) { image in
            root = image.freeRoot
            image.moveKeyIntoValue(2, node: image.node(0, of: root))
        }
        expectRefusal(of: environment, page: root, "key 0 has 6 bytes")
    }

    @Test func `a list of pages freed by a future transaction is refused`() throws {
        var root = 0
        let environment = try damage(.afterDeletes) { image in
            root = image.freeRoot
            let last = image.node(image.nodeCount(of: root) - 1, of: root)
            image.set(1000, at: image.key(ofNode: last), bytes: 8)
        }
        expectRefusal(of: environment, page: root, "transaction 1000")
    }

    @Test func `keys outside the range of their page are refused`() throws {
        var leaf = 0
        let environment = try damage(.deepTree) { image in
            var page = image.root
            while image.isBranch(page) {
                leaf = image.child(1, of: page)
                page = leaf
            }
            image.bytes[image.key(ofNode: image.node(0, of: leaf))] = 0
        }
        expectRefusal(of: environment, page: leaf, "begin before")
    }

    @Test func `a long value that shares its pages with another is refused`() throws {
        var root = 0
        let environment = try damage(.longValues) { image in
            root = image.root
            let (first, second) = (image.node(1, of: root), image.node(2, of: root))
            image.set(image.overflow(ofNode: first) / pageBytes, at: image.value(ofNode: second), bytes: 8)
        }
        expectRefusal(of: environment, page: root, "to which another page refers")
    }

    @Test func `a long value with too few overflow pages is refused`() throws {
        var first = 0
        let environment = try damage(.longValues) { image in
            let node = image.node(1, of: image.root)
            first = image.overflow(ofNode: node)
            image.set(20_000, at: node + PageLayout.nodeSizeOffset, bytes: 4)
        }
        expectRefusal(of: environment, page: first, "cannot hold")
    }

    @Test func `a long value that ends beyond the file is refused`() throws {
        var first = 0
        let environment = try damage(.longValues) { image in
            first = image.overflow(ofNode: image.node(1, of: image.root))
            image.set(1 << 20, at: first + PageLayout.overflowCountOffset, bytes: 4)
        }
        expectRefusal(of: environment, page: first, "go beyond")
    }

    @Test func `a used page in the list of free pages is refused`() throws {
        let environment = try damage(.afterDeletes) { image in
            let list = image.value(ofNode: image.node(0, of: image.freeRoot))
            image.set(image.root / pageBytes, at: list + PageLayout.FreeList.pageOffset(0), bytes: 8)
            image.set(1, at: list + PageLayout.FreeList.countOffset, bytes: 8)
        }
        #expect(message { try environment.checkStructure() }.contains("to which another page refers"))
    }

    @Test func `a list of free pages longer than its record is refused`() throws {
        var page = 0
        let environment = try damage(.afterDeletes) { image in
            page = image.freeRoot
            image.set(1 << 40, at: image.value(ofNode: image.node(0, of: page)), bytes: 8)
        }
        expectRefusal(of: environment, page: page, "list of \(1 << 40)")
    }

    @Test func `an empty list of free pages passes`() throws {
        let environment = try damage(.afterDeletes) { $0.emptyFirstFreeRecord() }
        try environment.checkStructure()
    }

    @Test func `the last page of a long value that is listed as free is refused`() throws {
        var last = 0
        let environment = try damage(.longValues) { image in
            let first = image.overflow(ofNode: image.node(7, of: image.root))
            last = first / pageBytes + image.number(at: first + PageLayout.overflowCountOffset, bytes: 4) - 1
            let list = image.value(ofNode: image.node(0, of: image.freeRoot))
            image.set(1, at: list + PageLayout.FreeList.countOffset, bytes: 8)
            image.set(last, at: list + PageLayout.FreeList.pageOffset(0), bytes: 8)
        }
        let text = message { try environment.checkStructure() }
        #expect(text.contains("it refers to page \(last), to which another page refers"), "\(text)")
    }

    @Test func `a long list of free pages that is out of order is refused`() throws {
        var first = 0
        let environment = try damage(.longFreeList) { image in
            let page = image.freeRoot
            let nodes = (0..<image.nodeCount(of: page)).map { image.node($0, of: page) }
            let node = try #require(
                nodes.first {
                    image.number(at: $0 + PageLayout.nodeFlagsOffset, bytes: 2) == Int(PageLayout.bigDataFlag)
                })
            first = image.overflow(ofNode: node)
            let list = first + PageLayout.headerBytes
            image.set(image.lastPage, at: list + PageLayout.FreeList.pageOffset(399), bytes: 8)
        }
        expectRefusal(of: environment, page: first, "comes after")
    }

    @Test(arguments: [
        ("branch pages", PageLayout.Tree.branchPages), ("leaf pages", PageLayout.Tree.leafPages),
        ("overflow pages", PageLayout.Tree.overflowPages), ("entries", PageLayout.Tree.entries),
    ])
    func `a wrong count in the meta page is refused`(what: String, offset: Int) throws {
        var meta = 0
        let environment = try damage(.deepTree) { image in
            meta = image.meta
            let place = meta + PageLayout.Meta.mainTree + offset
            image.set(image.number(at: place, bytes: 8) + 1, at: place, bytes: 8)
        }
        expectRefusal(of: environment, page: meta, what)
    }

    @Test func `a page limit also bounds the overflow pages that are read`() throws {
        let environment = try damage(.longValues) { image in
            let last = image.overflow(ofNode: image.node(7, of: image.root))
            image.set(77, at: last + PageLayout.numberOffset, bytes: 8)
        }
        try environment.checkStructure(pageLimit: 7)
        #expect(code { try environment.checkStructure(pageLimit: 8) } == .corrupted)
    }

    @Test func `overflow pages have a limit of their own`() throws {
        let environment = try damage(.longValues) { image in
            let last = image.overflow(ofNode: image.node(7, of: image.root))
            image.set(77, at: last + PageLayout.numberOffset, bytes: 8)
        }
        try environment.checkStructure(valueLimit: 7)
        #expect(code { try environment.checkStructure(valueLimit: 8) } == .corrupted)
    }

    @Test(arguments: 0..<12)
    func `a check below a key covers the first page behind it, and no later one`(leaf: Int) throws {
        var first: [[UInt8]] = []
        let environment = try damage(.deepTree) { image in
            let leaves = image.leaves()
            first = leaves.map { page in
                let node = image.node(0, of: page)
                let key = image.key(ofNode: node)
                return Array(image.bytes[key..<key + image.keySize(ofNode: node)])
            }
            image.set(77, at: leaves[leaf] + PageLayout.numberOffset, bytes: 8)
        }
        for end in 1..<12 {
            // A cursor that walks up to this key ends in the leaf that begins with it.
            let found = code { try environment.checkStructure(below: first[end]) }
            #expect(found == (leaf <= end ? .corrupted : nil), "damage in leaf \(leaf), end in \(end)")
        }
    }

    @Test func `a page limit leaves out the lowest levels`() throws {
        let environment = try damage(.deepTree) { image in
            // The last leaf.
            var page = image.root
            while image.isBranch(page) {
                page = image.child(image.nodeCount(of: page) - 1, of: page)
            }
            image.set(77, at: page + PageLayout.numberOffset, bytes: 8)
        }
        let statistics = try environment.statistics()
        try environment.checkStructure(pageLimit: 0)
        try environment.checkStructure(pageLimit: statistics.branchPages + statistics.leafPages - 1)
        #expect(code { try environment.checkStructure() } == .corrupted)
    }
}

private let pageBytes = FileImage.pageBytes
