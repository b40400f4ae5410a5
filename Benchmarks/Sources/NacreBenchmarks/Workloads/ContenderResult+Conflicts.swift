extension ContenderResult {
    /// Adds how many attempts to append were refused, by what did not hold.
    mutating func note(_ conflicts: [ConflictKind: Int]) {
        for kind in ConflictKind.allCases {
            guard let count = conflicts[kind] else { continue }
            note("conflicts by \(kind.rawValue)", Double(count), .count)
        }
    }
}
