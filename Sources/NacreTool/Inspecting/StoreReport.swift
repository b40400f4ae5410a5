import Nacre

/// The output of `nacre stats`.
struct StoreReport: Shown {
    /// The store's folder.
    let path: String

    /// The counts and sizes.
    let statistics: StoreStatistics

    /// The number of streams.
    let streams: Int

    /// The states of the projections.
    let projections: [ProjectionState]

    /// The states of read models that are kept for questions about the past.
    let kept: [KeptState]

    /// How the node and its log are doing; `nil` for a store of one machine.
    let replication: ReplicationStatus?

    private var keptBytes: UInt64 { kept.reduce(0) { $0 + $1.bytes } }

    var fields: [(name: String, text: String)] {
        [
            ("store", statistics.id.description), ("path", TerminalText.cell(path)),
            ("events", "\(statistics.head)"), ("streams", "\(streams)"), ("blocks", "\(statistics.blocks)"),
            (
                "indexed up to",
                "position \(statistics.indexedUpTo), \(Figures.count(statistics.indexLag, "event")) behind"
            ),
        ]
            + (statistics.index.map { [("index", describe($0))] } ?? [])
            + (statistics.journal.map { [("journal", describe($0))] } ?? [])
            + statistics.files.map { ($0.name, "\($0.bytes) bytes on disk") }
            + (kept.isEmpty ? [] : [("kept states", "\(kept.count), \(keptBytes) bytes on disk")])
            + (replication.map(describe) ?? [])
            + projections.map { ("projection \($0.status.name)", $0.summary) }
    }

    private func describe(_ replication: ReplicationStatus) -> [(name: String, text: String)] {
        let behind = replication.tail - min(replication.sequence, replication.tail)
        let up = replication.servers.count(where: \.isReachable)
        return [
            ("log", TerminalText.cell(replication.log)),
            (
                "followed up to",
                "sequence \(replication.sequence), \(behind) behind"
            ),
            (
                "node",
                replication.failure.map { "stopped: \(TerminalText.line($0))" }
                    ?? (replication.isReady ? "ready" : "behind")
            ),
            ("servers", "\(up) of \(replication.servers.count) up"),
        ] + (replication.logBytes.map { [("log's size", "\($0) bytes on a server")] } ?? [])
    }

    private func describe(_ index: StoreStatistics.Index) -> String {
        let whose = index.indexedSinceOpening == 0 ? " in the last batch" : ""
        let rate = index.eventsPerSecond.map { ", \(Int64($0)) events/s\(whose)" } ?? ""
        return "\(index.bytes) bytes in use, \(Figures.count(index.postings, "posting")), "
            + "\(Figures.count(index.indexedSinceOpening, "event")) indexed since opening\(rate)"
    }

    private func describe(_ journal: StoreStatistics.Journal) -> String {
        let state = journal.isInUse ? "in use, \(journal.pendingBytes) bytes pending" : "empty"
        guard journal.uses > 0 else { return state }
        return "\(state), \(Figures.count(journal.groups, "group")) in \(Figures.count(journal.uses, "use")), "
            + "\(Figures.count(journal.drains, "drain")), \(Figures.count(journal.handOvers, "hand-over"))"
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("id", statistics.id.description)
            writer.field("path", path)
            writer.field("events", statistics.head)
            writer.field("streams", streams)
            writer.field("blocks", statistics.blocks)
            writer.field("indexedUpTo", statistics.indexedUpTo)
            writer.field("indexLag", statistics.indexLag)
            if let index = statistics.index {
                writer.key("index")
                writer.beginObject()
                writer.field("bytes", index.bytes)
                writer.field("postings", index.postings)
                writer.field("indexedSinceOpening", index.indexedSinceOpening)
                if let rate = index.eventsPerSecond { writer.field("eventsPerSecond", Int64(rate)) }
                writer.endObject()
            }
            if let journal = statistics.journal {
                writer.key("journal")
                writer.beginObject()
                writer.field("isInUse", journal.isInUse)
                writer.field("pendingBytes", journal.pendingBytes)
                writer.field("uses", journal.uses)
                writer.field("handOvers", journal.handOvers)
                writer.field("groups", journal.groups)
                writer.field("drains", journal.drains)
                writer.field("drainedBytes", journal.drainedBytes)
                writer.endObject()
            }
            writer.list("files", statistics.files) { writer, file in
                writer.field("name", file.name)
                writer.field("bytes", file.bytes)
            }
            writer.key("keptStates")
            writer.beginObject()
            writer.field("count", kept.count)
            writer.field("bytes", keptBytes)
            writer.endObject()
            if let replication {
                writer.key("replication")
                writer.beginObject()
                writer.field("log", replication.log)
                writer.field("sequence", replication.sequence)
                writer.field("tail", replication.tail)
                writer.field("isConnected", replication.isConnected)
                writer.field("isReady", replication.isReady)
                if let failure = replication.failure { writer.field("failure", failure) }
                if let bytes = replication.logBytes { writer.field("logBytes", bytes) }
                writer.list("servers", replication.servers) { writer, server in
                    writer.field("name", server.name)
                    writer.field("isReachable", server.isReachable)
                    if let isLeader = server.isLeader { writer.field("isLeader", isLeader) }
                    if let version = server.version { writer.field("version", version) }
                    if let trouble = server.trouble { writer.field("trouble", trouble) }
                }
                writer.endObject()
            }
            writer.list("projections", projections) { writer, projection in
                writer.field("name", projection.status.name)
                writer.field("state", projection.word)
                writer.field("position", projection.status.position)
                if projection.standing == .own {
                    writer.field("lag", projection.status.lag)
                    writer.field("needsRebuild", projection.status.misfit != nil)
                }
                if let halt = projection.status.halt { writer.field("haltedBefore", halt.position) }
            }
        }
    }
}
