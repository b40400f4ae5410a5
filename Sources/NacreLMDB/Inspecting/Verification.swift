import LMDB
import Nacre

/// Reads a whole log and checks it: checksums, the chain, positions, versions, and the index against the log.
///
/// It goes on behind every fault, and renews its read transaction between stretches, so that it pins no reader.
struct Verification {
    static let blocksPerTransaction = 64

    let store: LMDBEventStore
    private let progress: @Sendable (Position, Position) -> Void
    private let report: @Sendable (VerificationFinding) -> Void
    private var events = 0
    private var blocks = 0
    private var findings = 0
    private var versions: [StreamName: StreamVersion] = [:]
    /// Streams of which a record could not be read: what follows in them cannot be judged.
    private var hasDamage = false

    init(
        store: LMDBEventStore, progress: @escaping @Sendable (Position, Position) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) {
        self.store = store
        self.progress = progress
        report = finding
    }

    mutating func run() throws -> VerificationSummary {
        guard try verifyStructure() else { return summary }
        try verifyLog()
        if !hasDamage {
            try verifyStreams()
            try verifyTerms()
        }
        return summary
    }

    private var summary: VerificationSummary {
        VerificationSummary(events: events, blocks: blocks, streams: versions.count, findings: findings)
    }

    /// Checks LMDB's own pages by reading the file: opening has looked at some of them alone.
    ///
    /// - Returns: Whether they can be trusted to lead to the blocks.
    private mutating func verifyStructure() throws -> Bool {
        do throws(LMDBError) {
            try store.environment.checkStructure()
            return true
        } catch {
            guard error.code == .corrupted else {
                throw EventStoreError(.inputOutput, "the log cannot be read: \(error.message)", cause: error)
            }
            find(nil, error.message)
            return false
        }
    }

    mutating func find(_ position: Position?, _ what: String) {
        findings += 1
        report(VerificationFinding(position: position, what))
    }

    // MARK: The log

    /// What the next block must continue.
    private struct Chain {
        var position: Position
        /// `nil` behind a damaged block.
        var checksum: UInt64?
        var recordedAt: Int64
    }

    private mutating func verifyLog() throws {
        var chain = Chain(position: 0, checksum: store.header.checksum, recordedAt: store.header.createdAt)
        // A commit's end is the last event of a group, and so of the log.
        var isCommitOpen = false
        let end = try store.reading { (log) in try log.readableEnd() }
        while chain.position < end.position {
            try store.reading { (log) in
                for _ in 1...Self.blocksPerTransaction where chain.position < end.position {
                    try verifyBlock(&log, &chain, &isCommitOpen, end: end.position)
                }
            }
            progress(chain.position, end.position)
        }
        if isCommitOpen { find(end.position, "the log ends inside a commit") }
    }

    private mutating func verifyBlock(
        _ log: inout LogSnapshot, _ chain: inout Chain, _ isCommitOpen: inout Bool, end: Position
    ) throws {
        let entry: (position: Position, block: Result<Block, EventStoreError>)
        do {
            guard let next = try log.entry(after: chain.position) else {
                find(chain.position + 1, "the log ends at position \(chain.position), before its head \(end)")
                chain.position = end
                return
            }
            entry = next
        }
        if entry.position != chain.position + 1, chain.checksum != nil {
            find(
                entry.position,
                "a block begins at position \(entry.position) where \(chain.position + 1) was due")
        }
        switch entry.block {
        case .failure(let error):
            hasDamage = true
            find(error.position, error.message)
            isCommitOpen = false
            // Its count cannot be trusted: the next key tells where the log goes on.
            chain = Chain(position: entry.position, checksum: nil, recordedAt: chain.recordedAt)
        case .success(let block):
            if let checksum = chain.checksum, block.header.previousChecksum != checksum {
                find(entry.position, "the block at position \(entry.position) does not continue the one before it")
            }
            if block.header.recordedAt < chain.recordedAt {
                find(entry.position, "the block at position \(entry.position) is recorded before the one before it")
            }
            blocks += 1
            for index in 0..<block.header.count { verifyRecord(of: block, at: index, &isCommitOpen) }
            chain = Chain(
                position: block.header.lastPosition, checksum: block.header.checksum,
                recordedAt: block.header.recordedAt)
        }
    }

    private mutating func verifyRecord(of block: Block, at index: Int, _ isCommitOpen: inout Bool) {
        let record: Record
        do throws(EventStoreError) {
            record = try block.record(at: index)
        } catch {
            hasDamage = true
            find(error.position, error.message)
            // Whether its commit ended here is not known.
            isCommitOpen = false
            return
        }
        events += 1
        isCommitOpen = !record.isLastOfCommit
        let stream = StreamName(String(decoding: record.streamName, as: UTF8.self))
        let expected = versions[stream, default: 0] + 1
        // Behind a damaged record, versions may be missing without another fault.
        if record.version != expected, !hasDamage {
            find(
                record.position,
                "the event at position \(record.position) is version \(record.version) of \(quoted(stream.text)), "
                    + "\(expected) was due")
        }
        versions[stream] = record.version
    }

    // MARK: The index

    private mutating func verifyStreams() throws {
        for (stream, version) in versions {
            let key = StreamKey(stream)
            var counted: StreamVersion = 0
            do {
                counted = try store.looking { (lookup, head, snapshot, log) in
                    var counted: StreamVersion = 0
                    try lookup.forEachRecord(
                        of: key, after: 0, from: nil, upTo: head, in: snapshot, log: &log
                    ) { record in
                        counted = record.version
                        return counted < version
                    }
                    return counted
                }
            } catch let error as EventStoreError {
                find(error.position, "the index: \(error.message)")
                continue
            }
            if counted != version {
                find(
                    nil,
                    "the index finds \(counted) events of \(quoted(stream.text)), the log holds \(version): "
                        + "delete index.mdb, it is rebuilt")
            }
        }
    }
}
