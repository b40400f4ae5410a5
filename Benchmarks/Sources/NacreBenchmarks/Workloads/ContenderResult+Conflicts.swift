extension ContenderResult {
    /// Adds the number of refused appends by kind of conflict.
    mutating func note(_ conflicts: [ConflictKind: Int]) {
        for kind in ConflictKind.allCases {
            guard let count = conflicts[kind] else { continue }
            note("conflicts by \(kind.rawValue)", Double(count), .count)
        }
    }
}
