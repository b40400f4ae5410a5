/// One of the two trees of a file, and how it differs from the other.
struct CheckedTree {
    let record: TreeRecord
    /// Whether it is the tree of free pages, whose keys are transaction ids.
    let isFreeList: Bool
    let keySizes: ClosedRange<Int>

    /// Its name in messages.
    var name: String { isFreeList ? "the tree of free pages" : "the tree of entries" }

    /// The minimum number of children of a branch page.
    ///
    /// LMDB aborts the process below two, except in the tree of free pages, which it changes while saving it.
    var minChildren: Int { isFreeList ? 1 : 2 }

    static func main(_ record: TreeRecord, maximumKeySize: Int) -> CheckedTree {
        CheckedTree(record: record, isFreeList: false, keySizes: 1...maximumKeySize)
    }

    static func free(_ record: TreeRecord) -> CheckedTree {
        CheckedTree(record: record, isFreeList: true, keySizes: 8...8)
    }

    /// Whether one key sorts before another in this tree.
    func precedes(_ left: PageKey, _ right: PageKey) -> Bool {
        isFreeList ? left.number < right.number : left.precedes(right)
    }
}
