internal import Nacre
internal import NacreLMDB

/// The first entry of a log: the header that all replicas begin with, and where the log begins.
struct StoreIdentity: Sendable {
    /// The bytes of the store's header.
    let header: [UInt8]
    /// The end of the store's log that the first group continues; position 0 for a store that began with this log.
    let beginning: Checkpoint

    var storeID: StoreID { beginning.storeID }

    init(header: [UInt8], beginning: Checkpoint) {
        self.header = header
        self.beginning = beginning
    }

    /// - Throws: `foreignContent` if the entry is no identity.
    init(_ entry: LogEntry, at sequence: LogSequence) throws(ReplicatedLogError) {
        let header = Array(entry.payload)
        guard entry.kind == .identity, let start = try? LMDBEventStore.beginning(of: header),
            start.storeID == entry.storeID, entry.before.position > 0 || entry.before == start
        else { throw .foreignEntry(sequence, "does not hold the identity of a store") }
        self.header = header
        beginning = entry.before
    }

    /// The entry that records it.
    func entry(by node: EventID) -> LogEntry {
        LogEntry(.identity, group: .random(), node: node, before: beginning, payload: header[...])
    }
}
