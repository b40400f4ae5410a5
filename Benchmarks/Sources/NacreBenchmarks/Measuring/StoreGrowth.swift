/// How a store's files grew while events came at a steady rate: with its data alone, or beyond it.
struct StoreGrowth: Hashable, Sendable {
    /// How large the files were when the store held so many events.
    struct Sample: Hashable, Sendable {
        var events: Int

        /// Bytes of disk in use, by the files' names.
        var files: [String: UInt64]

        var bytes: UInt64 { files.values.reduce(0, +) }
    }

    /// Bytes of `log.mdb` for each event at the end, by those at half of the events.
    let ofLog: Double

    /// The same of all files: an index that merges takes room for what it merges.
    let ofAll: Double

    /// Compares the last sample with the first one of at least half of its events; `nil` where they are the same one.
    init?(_ samples: [Sample]) {
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

    /// Judges that the files do not grow beyond the data.
    func judge(in promises: inout AuditReport) {
        promises.add(
            "the log takes as many bytes an event at the end as at half of the events, within 5 %",
            passed: abs(ofLog - 1) <= 0.05, detail: "it takes \(decimal(ofLog, decimals: 3)) of them")
        promises.add(
            "all files take no more bytes an event at the end than at half of the events, within 10 %",
            passed: ofAll <= 1.1, detail: "they take \(decimal(ofAll, decimals: 3)) of them")
    }
}
