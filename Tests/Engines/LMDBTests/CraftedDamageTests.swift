import Foundation
import LMDB
import TestTraits
import Testing

/// Damage of one kind each, put where it is looked for.
@Suite(.fewAtOnce) struct CraftedDamageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var file: String { folder.path("data.mdb") }

    /// Makes the file, lets the body change its bytes, and opens it again.
    private func damage(_ shape: FileShape, _ body: (inout Image) throws -> Void) throws -> Environment {
        let environment = try folder.open()
        try shape.fill(environment)
        environment.close()
        var image = Image(bytes: try [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
        try body(&image)
        try Data(image.bytes).write(to: URL(fileURLWithPath: file))
        return try folder.open()
    }

    /// The bytes of a file, with the places where the structure is.
    struct Image {
        var bytes: [UInt8]

        func number(at offset: Int, bytes count: Int) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
        }

        mutating func set(_ number: Int, at offset: Int, bytes count: Int) {
            for index in 0..<count { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
        }

        /// Makes the last bytes of a node's key the first of its value, so that the node's size stays.
        mutating func moveKeyIntoValue(_ count: Int, node: Int) {
            set(number(at: node + 6, bytes: 2) - count, at: node + 6, bytes: 2)
            set(number(at: node, bytes: 4) + count, at: node, bytes: 4)
        }

        /// Makes the first list of free pages one of none, and as short as that, and moves the others up to it.
        mutating func emptyFirstFreeRecord() {
            let page = freeRoot
            var upper = page + pageBytes
            let nodes = (0..<(number(at: page + 12, bytes: 2) - 16) / 2).map { index in
                let start = node(index, of: page)
                // Its header, the number of a transaction, and the list.
                return Array(bytes[start..<start + 16 + number(at: start, bytes: 4)])
            }
            for (index, node) in nodes.enumerated() {
                let kept = index == 0 ? Array(node.prefix(16)) + [UInt8](repeating: 0, count: 8) : node
                upper -= kept.count
                bytes.replaceSubrange(upper..<upper + kept.count, with: kept)
                if index == 0 { set(8, at: upper, bytes: 4) }
                set(upper - page, at: page + 16 + 2 * index, bytes: 2)
            }
            set(upper - page, at: page + 14, bytes: 2)
        }

        /// Where the newer meta page begins.
        var meta: Int { number(at: 144, bytes: 8) > number(at: pageBytes + 144, bytes: 8) ? 0 : pageBytes }
        var root: Int { number(at: meta + 128, bytes: 8) * pageBytes }
        var freeRoot: Int { number(at: meta + 80, bytes: 8) * pageBytes }
        var lastPage: Int { number(at: meta + 136, bytes: 8) }

        /// Where a node of a page begins.
        func node(_ index: Int, of page: Int) -> Int { page + number(at: page + 16 + 2 * index, bytes: 2) }

        /// The page below a node of a branch page.
        func child(_ index: Int, of page: Int) -> Int { number(at: node(index, of: page), bytes: 4) * pageBytes }
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
    func `a root that cannot be one is refused before a transaction follows it`(root: Int) throws {
        var meta = 0
        let environment = try damage(.onePage) { image in
            meta = image.meta
            image.set(root, at: image.meta + 128, bytes: 8)
        }
        expectRefusal(of: environment, page: meta, "root")
    }

    @Test(arguments: [0, 1, 3000, 1 << 30])
    func `a page size that cannot be one is refused on opening`(size: Int) throws {
        #expect(code { _ = try damage(.onePage) { $0.set(size, at: $0.meta + 40, bytes: 4) } } == .corrupted)
    }

    @Test(arguments: [0, -1, 1 << 62])
    func `a last page that cannot be one is refused on opening`(page: Int) throws {
        #expect(code { _ = try damage(.onePage) { $0.set(page, at: $0.meta + 136, bytes: 8) } } == .corrupted)
    }

    @Test(arguments: [1, Int.min])
    func `a transaction that cannot be a meta page's is refused on opening`(difference: Int) throws {
        let refusal = code {
            _ = try damage(.onePage) { image in
                let offset = image.meta + 144
                image.set(image.number(at: offset, bytes: 8) + difference, at: offset, bytes: 8)
            }
        }
        #expect(refusal == .corrupted)
    }

    @Test func `a second meta page that is none is damage, not a file cut short`() throws {
        #expect(code { _ = try damage(.onePage) { $0.set(0, at: 4096 + 16, bytes: 4) } } == .corrupted)
    }

    @Test(arguments: [72, 120])
    func `flags that change the order of keys are refused`(offset: Int) throws {
        // Of the free pages, then of the entries, where opening refuses them.
        let refusal = code { try damage(.onePage) { $0.bytes[$0.meta + offset - 28] ^= 0x04 }.checkStructure() }
        #expect(refusal == .corrupted || refusal == .incompatible)
    }

    @Test func `a tree that leads back into itself is refused`() throws {
        var root = 0
        let environment = try damage(.deepTree) { image in
            root = image.root
            image.set(root / pageBytes, at: image.node(1, of: root), bytes: 4)
        }
        expectRefusal(of: environment, page: root, "something else refers to")
    }

    @Test func `two parents of one page are refused`() throws {
        var root = 0
        let environment = try damage(.deepTree) { image in
            root = image.root
            image.set(image.child(0, of: root) / pageBytes, at: image.node(1, of: root), bytes: 4)
        }
        expectRefusal(of: environment, page: root, "something else refers to")
    }

    @Test func `a page that gives itself another number is refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.set(77, at: root, bytes: 8)
        }
        expectRefusal(of: environment, page: root, "number 77")
    }

    @Test func `a page of another kind than its level has is refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.set(1, at: root + 10, bytes: 2)
        }
        expectRefusal(of: environment, page: root, "flags are 1")
    }

    @Test func `a node that leaves its page is refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.set(60_000, at: image.node(3, of: root) + 6, bytes: 2)
        }
        expectRefusal(of: environment, page: root, "nodes do not fit")
    }

    @Test func `two offsets that lead to one node are refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.set(image.number(at: root + 16, bytes: 2), at: root + 18, bytes: 2)
        }
        expectRefusal(of: environment, page: root, "nodes do not fit")
    }

    @Test func `keys that are out of order are refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.bytes[image.node(3, of: root) + 8] = 0xFF
        }
        expectRefusal(of: environment, page: root, "key 4 does not come after")
    }

    @Test func `a key without bytes is refused`() throws {
        var root = 0
        let environment = try damage(.onePage) { image in
            root = image.root
            image.moveKeyIntoValue(3, node: image.node(0, of: root))
        }
        expectRefusal(of: environment, page: root, "key 0 has 0 bytes")
    }

    @Test func `a list of free pages whose key is no number is refused`() throws {
        var root = 0
        let environment = try damage(.afterDeletes) { image in
            root = image.freeRoot
            image.moveKeyIntoValue(2, node: image.node(0, of: root))
        }
        expectRefusal(of: environment, page: root, "key 0 has 6 bytes")
    }

    @Test func `a list of pages freed by a transaction to come is refused`() throws {
        var root = 0
        let environment = try damage(.afterDeletes) { image in
            root = image.freeRoot
            let last = (image.number(at: root + 12, bytes: 2) - 16) / 2 - 1
            image.set(1000, at: image.node(last, of: root) + 8, bytes: 8)
        }
        expectRefusal(of: environment, page: root, "transaction 1000")
    }

    @Test func `keys that belong into another page are refused`() throws {
        var leaf = 0
        let environment = try damage(.deepTree) { image in
            var page = image.root
            while image.number(at: page + 10, bytes: 2) == 1 {
                leaf = image.child(1, of: page)
                page = leaf
            }
            image.bytes[image.node(0, of: leaf) + 8] = 0
        }
        expectRefusal(of: environment, page: leaf, "begin before")
    }

    @Test func `a long value whose pages are another's is refused`() throws {
        var root = 0
        let environment = try damage(.longValues) { image in
            root = image.root
            let (first, second) = (image.node(1, of: root), image.node(2, of: root))
            image.set(image.number(at: first + 14, bytes: 8), at: second + 14, bytes: 8)
        }
        expectRefusal(of: environment, page: root, "something else refers to")
    }

    @Test func `a long value that its pages cannot hold is refused`() throws {
        var first = 0
        let environment = try damage(.longValues) { image in
            let node = image.node(1, of: image.root)
            first = image.number(at: node + 14, bytes: 8) * pageBytes
            image.set(20_000, at: node, bytes: 4)
        }
        expectRefusal(of: environment, page: first, "cannot hold")
    }

    @Test func `a long value that leaves the file is refused`() throws {
        var first = 0
        let environment = try damage(.longValues) { image in
            first = image.number(at: image.node(1, of: image.root) + 14, bytes: 8) * pageBytes
            image.set(1 << 20, at: first + 12, bytes: 4)
        }
        expectRefusal(of: environment, page: first, "go beyond")
    }

    @Test func `a page in use among the free ones is refused`() throws {
        let environment = try damage(.afterDeletes) { image in
            let node = image.node(0, of: image.freeRoot)
            image.set(image.root / pageBytes, at: node + 24, bytes: 8)
            image.set(1, at: node + 16, bytes: 8)
        }
        #expect(message { try environment.checkStructure() }.contains("something else refers to"))
    }

    @Test func `a list of free pages that is longer than its record is refused`() throws {
        var page = 0
        let environment = try damage(.afterDeletes) { image in
            page = image.freeRoot
            image.set(1 << 40, at: image.node(0, of: page) + 16, bytes: 8)
        }
        expectRefusal(of: environment, page: page, "list of \(1 << 40)")
    }

    @Test func `a list of free pages that names none passes`() throws {
        let environment = try damage(.afterDeletes) { $0.emptyFirstFreeRecord() }
        try environment.checkStructure()
    }

    @Test func `the last page of a long value that is listed as free is refused`() throws {
        var last = 0
        let environment = try damage(.longValues) { image in
            let first = image.number(at: image.node(7, of: image.root) + 14, bytes: 8)
            last = first + image.number(at: first * pageBytes + 12, bytes: 4) - 1
            let list = image.node(0, of: image.freeRoot) + 16
            image.set(1, at: list, bytes: 8)
            image.set(last, at: list + 8, bytes: 8)
        }
        let text = message { try environment.checkStructure() }
        #expect(text.contains("it refers to page \(last), which something else refers to"), "\(text)")
    }

    @Test func `a long list of free pages that is out of order is refused`() throws {
        var first = 0
        let environment = try damage(.longFreeList) { image in
            let page = image.freeRoot
            let nodes = (image.number(at: page + 12, bytes: 2) - 16) / 2
            let node = try #require((0..<nodes).map { image.node($0, of: page) }.first { image.bytes[$0 + 4] == 1 })
            first = image.number(at: node + 16, bytes: 8) * pageBytes
            image.set(image.lastPage, at: first + 16 + 8 * 400, bytes: 8)
        }
        expectRefusal(of: environment, page: first, "comes after")
    }

    @Test(arguments: [("branch pages", 96), ("leaf pages", 104), ("overflow pages", 112), ("entries", 120)])
    func `a count that is not what there is is refused`(what: String, offset: Int) throws {
        var meta = 0
        let environment = try damage(.deepTree) { image in
            meta = image.meta
            image.set(image.number(at: meta + offset, bytes: 8) + 1, at: meta + offset, bytes: 8)
        }
        expectRefusal(of: environment, page: meta, what)
    }

    @Test func `a limit leaves out the pages of long values beyond it`() throws {
        let environment = try damage(.longValues) { image in
            let last = image.number(at: image.node(7, of: image.root) + 14, bytes: 8) * pageBytes
            image.set(77, at: last, bytes: 8)
        }
        try environment.checkStructure(pageLimit: 7)
        #expect(code { try environment.checkStructure(pageLimit: 8) } == .corrupted)
    }

    @Test func `a limit leaves out what lies lowest`() throws {
        let environment = try damage(.deepTree) { image in
            // The last leaf.
            var page = image.root
            while image.number(at: page + 10, bytes: 2) == 1 {
                page = image.child((image.number(at: page + 12, bytes: 2) - 16) / 2 - 1, of: page)
            }
            image.set(77, at: page, bytes: 8)
        }
        let statistics = try environment.statistics()
        try environment.checkStructure(pageLimit: 0)
        try environment.checkStructure(pageLimit: statistics.branchPages + statistics.leafPages - 1)
        #expect(code { try environment.checkStructure() } == .corrupted)
    }
}

private let pageBytes = 4096
