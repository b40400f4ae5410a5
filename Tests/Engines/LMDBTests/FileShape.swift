import LMDB
import Testing

/// Files of several shapes, for testing the checks.
enum FileShape: String, CaseIterable, CustomTestStringConvertible {
    case empty
    case onePage
    case deepTree
    case longValues
    case afterDeletes
    case longFreeList

    var testDescription: String { rawValue }

    /// Fills the file in several commits, so that both meta pages and the list of free pages are in use.
    func fill(_ environment: Environment) throws {
        switch self {
        case .empty: break
        case .onePage:
            for key in 100..<130 { try environment.put("\(key)", "value of \(key)") }
        case .deepTree:
            // Long keys leave few entries in a page, and so make a tree of many levels.
            try environment.fill(0..<150) { (String(repeating: "k", count: 400) + "\(1000 + $0 * 37 % 150)", "v") }
        case .longValues:
            try environment.fill(0..<8) { ("long \($0)", String(repeating: "v", count: 2500 * ($0 + 1))) }
            try environment.fill(0..<30) { ("short \(100 + $0)", "v") }
        case .afterDeletes:
            try environment.fill(0..<250) { ("\(1000 + $0)", String(repeating: "v", count: $0 % 300)) }
            try environment.delete((0..<250).filter { $0 % 7 > 2 }.map { "\(1000 + $0)" })
            try environment.delete((100..<200).map { "\(1000 + $0)" })
        case .longFreeList:
            // More free pages than a record in a leaf can list.
            try environment.fill(0..<20) { ("long \($0)", String(repeating: "v", count: 110_000)) }
            try environment.fill(0..<20) { ("short \($0)", "v") }
            try environment.delete((0..<20).map { "long \($0)" })
        }
    }
}

extension Environment {
    /// Puts an entry for each number, in one transaction.
    fileprivate func fill(_ numbers: Range<Int>, _ entry: (Int) -> (key: String, value: String)) throws {
        try write { (transaction: consuming WriteTransaction) in
            for number in numbers {
                let entry = entry(number)
                try transaction.put(entry.key, entry.value)
            }
            try transaction.commit()
        }
    }

    /// Deletes the entries in one transaction.
    fileprivate func delete(_ keys: [String]) throws {
        try write { (transaction: consuming WriteTransaction) in
            for key in keys { _ = try transaction.delete(key) }
            try transaction.commit()
        }
    }
}
