/// A walk through one tree from the root, level by level.
///
/// It keeps only the branch pages of the current level, which are few, and reads them again to find their children.
struct TreeWalk {
    private let tree: CheckedTree
    /// The key at which a walk along the left edge ends; `nil` for the whole tree.
    private let bound: PageKey?
    private var level = 0
    private var parents: [Parent] = []
    /// Whether the limit allowed every page to be checked.
    private var isComplete = true
    private var branchPages: UInt64 = 0
    private var leafPages: UInt64 = 0
    /// `nil` once the limit has prevented a count.
    private var overflowPages: UInt64? = 0
    private var entries: UInt64 = 0

    /// A branch page, and the lower bound of the keys below it; `nil` on the left edge of the tree.
    private struct Parent {
        let number: UInt64
        let lower: PageKey?
    }

    init(_ tree: CheckedTree, below bound: PageKey? = nil) {
        self.tree = tree
        self.bound = bound
        // Whether all pages were visited is not known: the counts are not compared.
        isComplete = bound == nil
    }

    var isAtBottom: Bool { level == tree.record.depth }

    /// Checks the pages of the next level, from left to right.
    mutating func descend(_ check: inout StructureCheck) throws(LMDBError) {
        guard !isAtBottom else { return }
        level += 1
        guard level > 1 else {
            try look(at: tree.record.root, from: check.meta.transactionID & 1, lower: nil, upper: nil, &check)
            return
        }
        // A wide tree has millions of leaves: only branch pages are remembered, of one level at a time.
        let above = parents
        parents = []
        for (index, parent) in above.enumerated() {
            let page = try TreePage(parent.number, isLeaf: false, of: tree, in: check.file)
            let end = index + 1 < above.count ? above[index + 1].lower : nil
            for child in 0..<page.count where isComplete || bound != nil {
                let lower = child == 0 ? parent.lower : page.key(child)
                try look(
                    at: page.child(child), from: page.number, lower: lower,
                    upper: child + 1 < page.count ? page.key(child + 1) : end, &check)
                // The first page behind the bound belongs to it: a cursor that walks up to the bound reads that page.
                if let lower, let bound, !lower.precedes(bound) { return }
            }
        }
    }

    /// Compares the counts with the meta page's, if everything was visited.
    func checkCounts(_ check: StructureCheck) throws(LMDBError) {
        guard isAtBottom, isComplete else { return }
        let record = tree.record
        for (counted, stated, what) in [
            (branchPages, record.branchPages, "branch pages"), (leafPages, record.leafPages, "leaf pages"),
            (overflowPages ?? record.overflowPages, record.overflowPages, "overflow pages"),
            (entries, record.entries, "entries"),
        ] where counted != stated {
            throw check.file.damage(
                check.meta.transactionID & 1, "it states \(stated) \(what) for \(tree.name), but there are \(counted)")
        }
    }

    /// Checks a page whose keys must lie between two others.
    private mutating func look(
        at number: UInt64, from referrer: UInt64, lower: PageKey?, upper: PageKey?, _ check: inout StructureCheck
    ) throws(LMDBError) {
        guard check.take() else {
            isComplete = false
            return
        }
        try check.noteReference(to: number, from: referrer)
        let page = try TreePage(number, isLeaf: isAtBottom, of: tree, in: check.file)
        try checkBounds(of: page, lower: lower, upper: upper, check.file)
        if page.isLeaf {
            leafPages += 1
            entries += UInt64(page.count)
            for index in 0..<page.count { try checkValue(index, of: page, &check) }
            if !tree.isFreeList, let visit = unsafe check.visit { unsafe page.visitEntries(visit) }
        } else {
            branchPages += 1
            parents.append(Parent(number: number, lower: lower))
        }
    }

    private func checkBounds(
        of page: TreePage, lower: PageKey?, upper: PageKey?, _ file: CheckedFile
    ) throws(LMDBError) {
        guard page.firstKey < page.count else { return }
        let first = page.key(page.firstKey)
        // The first child of a branch page must leave room for keys below the second one.
        if let lower, page.isLeaf ? tree.precedes(first, lower) : !tree.precedes(lower, first) {
            throw file.damage(page.number, "in \(tree.name), its keys begin before its range")
        }
        if let upper, !tree.precedes(page.key(page.count - 1), upper) {
            throw file.damage(page.number, "in \(tree.name), its keys end after its range")
        }
    }

    private mutating func checkValue(
        _ index: Int, of page: TreePage, _ check: inout StructureCheck
    ) throws(LMDBError) {
        let value = page.value(index)
        var pages: Int? = 0
        if case .overflow(let first, let size) = value {
            pages = try check.checkOverflow(first, size: size, from: page.number)
            overflowPages = pages.flatMap { pages in overflowPages.map { $0 + UInt64(pages) } }
        }
        guard tree.isFreeList else { return }
        let transaction = page.key(index).number
        guard transaction >= 1, transaction <= check.meta.transactionID else {
            throw check.file.damage(
                page.number,
                "it lists pages freed by transaction \(transaction), but the last one is \(check.meta.transactionID)")
        }
        guard let pages, pages == 0 || check.take(pages) else {
            isComplete = false
            return
        }
        try check.checkFreePages(value, of: page)
    }
}

extension TreePage {
    fileprivate func visitEntries(_ visit: Environment.EntryVisitor) {
        unsafe contents.bytes.withUnsafeBytes { bytes in
            for index in 0..<count {
                let key = unsafe UnsafeRawBufferPointer(rebasing: bytes[key(index).range])
                switch value(index) {
                case .inPage(let range): unsafe visit(key, UnsafeRawBufferPointer(rebasing: bytes[range]))
                case .overflow: unsafe visit(key, nil)
                }
            }
        }
    }
}
