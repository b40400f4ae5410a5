import Nacre

/// What a commit counts against the bounds of the queue and of a group.
///
/// The bytes of its records, plus an equivalent for its checks and conditions by their cost to the writer. Otherwise
/// many checks and conditions would be free, and a group could hold any number of them.
extension Commit {
    /// The weight of the commit.
    var weight: Int {
        // The span accesses entries in place; iterating the array would copy each entry and retain what it refers to.
        let entries = entries.span
        var weight = guardWeight
        for index in entries.indices { weight += entries[index].event.recordBytes }
        return weight
    }

    // APP-08: Checks and conditions count against the bounds of queue and group.
    /// The weight of its checks and conditions.
    var guardWeight: Int {
        if checks.isEmpty, conditions.isEmpty { return 0 }
        return checks.reduce(0) { $0 + Self.judgementWeight + $1.stream.text.utf8.count }
            + conditions.reduce(0) { $0 + $1.failIfEventsMatch.weight }
    }

    /// The weight of a check or a condition, in bytes, so that many checks without data are not free (APP-08).
    fileprivate static let judgementWeight = 256
}

extension Query {
    fileprivate var weight: Int {
        (items ?? []).reduce(Commit.judgementWeight) { sum, item in
            let texts =
                item.types.map(\.text) + item.tags.map(\.text) + item.categories
                + ContextKey.allCases.flatMap { item[$0] }
            return texts.reduce(sum + Self.termWeight) { $0 + Self.termWeight + $1.utf8.count }
        }
    }

    /// The weight of an item or a term of a condition, in bytes, beside its name (APP-08).
    private static let termWeight = 32
}
