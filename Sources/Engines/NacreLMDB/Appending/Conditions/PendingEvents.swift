import Nacre

/// The pending events of a group, for the conditions of later requests in it.
///
/// Their terms are hashed only when a condition needs them: a group without conditions pays nothing.
struct PendingEvents {
    // APP-06: Events earlier in the same group are matched through a hash table of their terms.

    private var terms = PendingTerms()
    private var hashedCount = 0

    /// Starts a new group.
    mutating func removeAll() {
        guard hashedCount > 0 else { return }
        terms.removeAll()
        hashedCount = 0
    }

    /// The ordinal of the first pending event that matches a query.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - planned: The pending events.
    ///   - requests: The requests that they belong to.
    /// - Returns: The ordinal; `nil` if none matches.
    /// - Complexity: O(*n*) in the events that carry the rarest term of each item of the query.
    mutating func first(
        matching query: Query, of planned: [PlannedRecord], in requests: ArraySlice<AppendRequest>
    ) -> Int? {
        guard !planned.isEmpty else { return nil }
        guard let items = query.items else { return 0 }
        hashTerms(planned, requests)
        var end = planned.count
        for item in items {
            let matches = { (ordinal: Int) in
                let record = planned[ordinal]
                let prepared = requests[requests.startIndex + Int(record.commit)].prepared
                return prepared.matches(item, at: Int(record.record))
            }
            guard let hashes = rarest(of: item) else { return 0 }
            for hash in hashes {
                end = terms.first(of: hash, before: end, where: matches) ?? end
            }
        }
        return end < planned.count ? end : nil
    }

    /// The hashes of the item's most selective terms: each matching event has at least one of them.
    ///
    /// `nil` if the item restricts nothing.
    private func rarest(of item: Query.Item) -> [UInt64]? {
        var alternatives = item.tags.map { [TermHash.of(tag: Checksum.of($0.text))] }
        if !item.types.isEmpty { alternatives.append(item.types.map { TermHash.of(type: Checksum.of($0.text)) }) }
        if !item.categories.isEmpty {
            alternatives.append(item.categories.map { TermHash.of(category: Checksum.of($0)) })
        }
        for key in ContextKey.allCases where !item[key].isEmpty {
            alternatives.append(item[key].map { TermHash.of(key, Checksum.of($0)) })
        }
        guard alternatives.count > 1 else { return alternatives.first }
        return alternatives.min { events(with: $0) < events(with: $1) }
    }

    private func events(with hashes: [UInt64]) -> Int {
        hashes.reduce(0) { $0 + terms.count(of: $1) }
    }

    private mutating func hashTerms(_ planned: [PlannedRecord], _ requests: ArraySlice<AppendRequest>) {
        for ordinal in hashedCount..<planned.count {
            let record = planned[ordinal]
            let prepared = requests[requests.startIndex + Int(record.commit)].prepared
            let place = prepared.records[Int(record.record)]
            terms.insert(TermHash.of(type: prepared.types[Int(place.type)].hash), at: ordinal)
            terms.insert(TermHash.of(category: prepared.streams[Int(place.stream)].key.categoryHash), at: ordinal)
            for tag in prepared.tags(of: Int(record.record)) { terms.insert(TermHash.of(tag: tag), at: ordinal) }
            prepared.context(of: Int(record.record)).forEachHash { key, hash in
                terms.insert(TermHash.of(key, hash), at: ordinal)
            }
        }
        hashedCount = planned.count
    }
}
