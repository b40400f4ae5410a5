/// The growth of a store's files under a steady rate of events: in proportion to its data, or beyond it.
package struct StoreGrowth: Hashable, Sendable {
    /// The sizes of the files at a number of events.
    package struct Sample: Hashable, Sendable {
        package var events: Int

        /// Bytes of disk in use, by file name.
        package var files: [String: UInt64]

        package init(events: Int, files: [String: UInt64]) { (self.events, self.files) = (events, files) }

        package var bytes: UInt64 { files.values.reduce(0, +) }
    }

    /// Bytes of `log.mdb` per event at the end, divided by those at half of the events.
    package let ofLog: Double

    /// The same for all files: an index merge needs additional space.
    package let ofAll: Double

    /// Compares the last sample with the first one of at least half of its events; `nil` if they are the same sample.
    package init?(_ samples: [Sample]) {
        guard let last = samples.last,
            let half = samples.first(where: { 2 * $0.events >= last.events }), half.events < last.events,
            half.events > 0
        else { return nil }
        func growth(_ bytes: (Sample) -> UInt64) -> Double {
            let before = Double(bytes(half)) / Double(half.events)
            return before > 0 ? Double(bytes(last)) / Double(last.events) / before : 1
        }
        ofLog = growth { $0.files["log.mdb", default: 0] }
        ofAll = growth(\.bytes)
    }

    /// Checks that the files do not grow beyond the data.
    package func judge(in promises: inout AuditReport) {
        promises.add(
            "the log takes as many bytes an event at the end as at half of the events, within 5 %",
            passed: abs(ofLog - 1) <= 0.05, detail: "it takes \(decimal(ofLog, decimals: 3)) of them")
        promises.add(
            "all files take no more bytes an event at the end than at half of the events, within 10 %",
            passed: ofAll <= 1.1, detail: "they take \(decimal(ofAll, decimals: 3)) of them")
    }
}
