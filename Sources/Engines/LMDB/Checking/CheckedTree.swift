/// One of the two trees of a file, and what distinguishes it from the other.
struct CheckedTree {
    let record: TreeRecord
    /// Whether it is the tree of free pages, whose keys are numbers of transactions.
    let isFreeList: Bool
    let keySizes: ClosedRange<Int>

    /// What messages call it.
    var name: String { isFreeList ? "the tree of free pages" : "the tree of entries" }

    /// How many children a branch page has at least: below two LMDB stops the process, except among the free pages,
    /// whose tree it changes while it saves it.
    var fewestChildren: Int { isFreeList ? 1 : 2 }

    static func main(_ record: TreeRecord, maximumKeySize: Int) -> CheckedTree {
        CheckedTree(record: record, isFreeList: false, keySizes: 1...maximumKeySize)
    }

    static func free(_ record: TreeRecord) -> CheckedTree {
        CheckedTree(record: record, isFreeList: true, keySizes: 8...8)
    }

    /// Whether the one key comes before the other, in this tree's order.
    func precedes(_ left: PageKey, _ right: PageKey) -> Bool {
        isFreeList ? left.number < right.number : left.precedes(right)
    }
}
