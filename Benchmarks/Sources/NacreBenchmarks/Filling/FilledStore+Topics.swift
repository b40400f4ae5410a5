extension FilledStore.Manifest {
    /// The numbers of the recurring tags that the store's events carry, found by making their marks again; in order.
    ///
    /// A small store does not have all of them, and a query for one that is not there measures nothing.
    ///
    /// - Complexity: O(*n*) in the events.
    var topics: [UInt32] {
        guard load.labels != .none else { return [] }
        var isThere = [Bool](repeating: false, count: EventLabels.recurringTags)
        for (writer, appends) in appends.enumerated() {
            for sequence in 0..<UInt64(appends * load.eventsPerAppend) {
                // Of a mark it is the writer and the sequence that draw the topic.
                isThere[EventMark(writer: UInt32(writer), stream: 0, sequence: sequence).topic(of: load)] = true
            }
        }
        return isThere.indices.filter { isThere[$0] }.map(UInt32.init)
    }
}
