import Nacre

/// The events that a group is about to write, for the conditions of the requests behind them.
///
/// Their terms are taken in when the first condition asks for them: a group without conditions pays nothing.
struct PendingEvents {
    private var terms = PendingTerms()
    private var takenIn = 0

    /// Begins a group.
    mutating func removeAll() {
        guard takenIn > 0 else { return }
        terms.removeAll()
        takenIn = 0
    }

    /// The first of the events that matches a query, as its ordinal among them.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - planned: The events.
    ///   - requests: The requests that they belong to.
    /// - Returns: The ordinal, or `nil` where none matches.
    /// - Complexity: O(*n*) in the events that carry the rarest term of each item of the query.
    mutating func first(
        matching query: Query, of planned: [PlannedRecord], in requests: ArraySlice<AppendRequest>
    ) -> Int? {
        guard !planned.isEmpty else { return nil }
        guard let items = query.items else { return 0 }
        takeIn(planned, requests)
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

    /// The hashes of which an event that an item matches has at least one, as few events as can be told; `nil` where
    /// the item asks for nothing.
    private func rarest(of item: Query.Item) -> [UInt64]? {
        var alternatives = item.tags.map { [TermHash.of(tag: Checksum.of($0.text))] }
        if !item.types.isEmpty { alternatives.append(item.types.map { TermHash.of(type: Checksum.of($0.text)) }) }
        if !item.categories.isEmpty {
            alternatives.append(item.categories.map { TermHash.of(category: Checksum.of($0)) })
        }
        guard alternatives.count > 1 else { return alternatives.first }
        return alternatives.min { events(with: $0) < events(with: $1) }
    }

    private func events(with hashes: [UInt64]) -> Int {
        hashes.reduce(0) { $0 + terms.count(of: $1) }
    }

    private mutating func takeIn(_ planned: [PlannedRecord], _ requests: ArraySlice<AppendRequest>) {
        for ordinal in takenIn..<planned.count {
            let record = planned[ordinal]
            let prepared = requests[requests.startIndex + Int(record.commit)].prepared
            let place = prepared.records[Int(record.record)]
            terms.insert(TermHash.of(type: prepared.types[Int(place.type)].hash), at: ordinal)
            terms.insert(TermHash.of(category: prepared.streams[Int(place.stream)].key.categoryHash), at: ordinal)
            for tag in prepared.tags(of: Int(record.record)) { terms.insert(TermHash.of(tag: tag), at: ordinal) }
        }
        takenIn = planned.count
    }
}
