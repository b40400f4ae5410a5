extension FilledStore.Manifest {
    /// The numbers of the recurring tags of the store's events, in order, computed from their marks.
    ///
    /// A small store does not have all of them, and a query for a missing one measures nothing.
    ///
    /// - Complexity: O(*n*) in the events.
    var topics: [UInt32] {
        guard load.labels.hasTags else { return [] }
        var exists = [Bool](repeating: false, count: EventLabels.recurringTags)
        for (writer, appends) in appends.enumerated() {
            for sequence in 0..<UInt64(appends * load.eventsPerAppend) {
                // The writer and the sequence of a mark determine the topic.
                exists[EventMark(writer: UInt32(writer), stream: 0, sequence: sequence).topic(of: load)] = true
            }
        }
        return exists.indices.filter { exists[$0] }.map(UInt32.init)
    }
}
