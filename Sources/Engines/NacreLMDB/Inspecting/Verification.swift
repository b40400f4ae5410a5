import LMDB
import Nacre

/// Reads a whole log and checks it: checksums, the chain, positions, versions, and the index against the log.
///
/// It continues after every fault, part by part, each with a read transaction of its own: no reader is pinned, and the
/// verification can be interrupted.
struct Verification {
    static let blocksPerTransaction = 64

    /// The phase that reads the log.
    static let ofLog = "verifying the log"

    private static let ofStreams = "verifying the index of streams"
    private static let ofTerms = "verifying the index of events"

    let store: LMDBEventStore
    private let progress: @Sendable (PhaseProgress) -> Void
    private let report: @Sendable (VerificationFinding) -> Void
    private var events = 0
    private var blocks = 0
    private var findings = 0
    private(set) var versions: [StreamName: StreamVersion] = [:]
    /// The number of streams compared with the index.
    var checkedStreams: UInt64 = 0
    /// Whether a part of the log could not be read or breaks the chain.
    ///
    /// Then later versions of streams cannot be checked, and the index cannot be compared with the log.
    private var hasDamage = false
    private var stage = Stage.structure

    /// What the next part checks.
    private enum Stage {
        case structure
        case log(Chain, upTo: Position)
        case streams(StreamPlace)
        case terms(behind: Position, upTo: Position)
        case segments(SegmentPlace?)
        case end
    }

    init(
        store: LMDBEventStore, progress: @escaping @Sendable (PhaseProgress) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) {
        self.store = store
        self.progress = progress
        report = finding
    }

    /// Checks the next part.
    ///
    /// - Returns: The summary at the end; `nil` before.
    /// - Throws: `EventStoreError` if the log cannot be read at all.
    mutating func checkNextPart() throws -> VerificationSummary? {
        switch stage {
        case .structure:
            progress(PhaseProgress("verifying the pages of the log"))
            for lost in store.lostEvents { find(lost.position, "events are lost: \(lost)") }
            try verifyJournal()
            guard try verifyStructure() else { return summary }
            let end = try store.reading { (log) in try log.readableEnd().position }
            stage = .log(
                Chain(
                    key: LogFormat.storeHeaderKey, position: 0, checksum: store.header.checksum,
                    recordedAt: store.header.createdAt),
                upTo: end)
        case .log(let chain, let end):
            if let further = try verifyLog(chain, upTo: end) {
                stage = .log(further, upTo: end)
            } else {
                stage = hasDamage ? .end : .streams(StreamPlace(index: versions.startIndex))
            }
        case .streams(let place):
            let total = UInt64(versions.count)
            progress(PhaseProgress(Self.ofStreams, checkedStreams, of: total, unit: "streams"))
            if let further = try verifyStreams(place) {
                stage = .streams(further)
            } else {
                stage = .terms(behind: 0, upTo: try store.reading { (log) in try log.head() })
            }
        case .terms(let position, let end):
            progress(PhaseProgress(Self.ofTerms, position, of: end))
            stage = position < end ? .terms(behind: try verifyTerms(behind: position), upTo: end) : .segments(nil)
        case .segments(let place):
            progress(PhaseProgress("verifying the order of the index"))
            let further = try verifySegments(place)
            stage = further.map { .segments($0) } ?? .end
        case .end:
            return summary
        }
        return nil
    }

    private var summary: VerificationSummary {
        VerificationSummary(events: events, blocks: blocks, streams: versions.count, findings: findings)
    }

    /// Checks LMDB's pages by reading the file; opening has checked only some of them.
    ///
    /// - Returns: Whether they reliably lead to the blocks.
    private mutating func verifyStructure() throws -> Bool {
        do throws(LMDBError) {
            try unsafe store.environment.checkStructure()
            return true
        } catch {
            guard error.code == .corrupted else {
                throw EventStoreError(disk: error, "the log cannot be read")
            }
            find(nil, error.message)
            return false
        }
    }

    mutating func find(_ position: Position?, _ what: String) {
        findings += 1
        report(VerificationFinding(position: position, what))
    }

    /// Reports a fault of the log that prevents comparing the index with it.
    private mutating func findDamage(_ position: Position?, _ what: String) {
        hasDamage = true
        find(position, what)
    }

    // MARK: The log

    /// What the next block must continue.
    private struct Chain {
        /// The key of the last block; the next block has a greater key even if this one's header is wrong.
        var key: Position
        /// The last position found.
        var position: Position
        /// `nil` after a damaged block.
        var checksum: UInt64?
        var recordedAt: Int64
        /// Whether the events so far end inside a commit.
        var isCommitOpen = false
    }

    /// - Returns: The chain that the next part must continue; `nil` at the end.
    private mutating func verifyLog(_ chain: Chain, upTo end: Position) throws -> Chain? {
        var chain = chain
        let isAtEnd = try store.reading { (log) in
            for _ in 1...Self.blocksPerTransaction {
                guard try verifyBlock(&log, &chain, end: end) else { return true }
            }
            return false
        }
        progress(PhaseProgress(Self.ofLog, min(chain.position, end), of: end))
        guard isAtEnd else { return chain }
        if chain.position < end {
            findDamage(chain.position + 1, "the log ends at position \(chain.position), before its head \(end)")
        }
        // A group commit ends with a complete commit, so the log does too.
        if chain.isCommitOpen { find(chain.position, "the log ends inside a commit") }
        return nil
    }

    /// - Returns: Whether there was a block that begins at or before the end.
    private mutating func verifyBlock(
        _ log: inout LogSnapshot, _ chain: inout Chain, end: Position
    ) throws -> Bool {
        let entry: (position: Position, block: Result<Block, EventStoreError>)?
        do throws(EventStoreError) {
            entry = try log.entry(after: chain.key)
        } catch {
            guard error.code == .damaged else { throw error }
            findDamage(error.position ?? chain.position + 1, error.message)
            return false
        }
        guard let entry, entry.position <= end else { return false }
        if entry.position != chain.position + 1, chain.checksum != nil {
            findDamage(
                entry.position,
                "a block begins at position \(entry.position) instead of \(chain.position + 1)")
        }
        switch entry.block {
        case .failure(let error):
            findDamage(error.position, error.message)
            // The damaged block's count is not reliable: the next key tells where the log continues.
            chain = Chain(
                key: entry.position, position: entry.position, checksum: nil, recordedAt: chain.recordedAt)
        case .success(let block):
            if let checksum = chain.checksum, block.header.previousChecksum != checksum {
                findDamage(
                    entry.position, "the block at position \(entry.position) does not continue the one before it")
            }
            if block.header.recordedAt < chain.recordedAt {
                find(entry.position, "the block at position \(entry.position) is recorded before the one before it")
            }
            blocks += 1
            for index in 0..<block.header.count { verifyRecord(of: block, at: index, &chain.isCommitOpen) }
            chain = Chain(
                key: entry.position, position: block.header.lastPosition, checksum: block.header.checksum,
                recordedAt: block.header.recordedAt, isCommitOpen: chain.isCommitOpen)
        }
        return true
    }

    private mutating func verifyRecord(of block: Block, at index: Int, _ isCommitOpen: inout Bool) {
        let record: Record
        do throws(EventStoreError) {
            record = try block.record(at: index)
        } catch {
            findDamage(error.position, error.message)
            // Whether the commit ended here is unknown.
            isCommitOpen = false
            return
        }
        events += 1
        isCommitOpen = !record.isLastOfCommit
        let stream = unsafe StreamName(String(decoding: record.streamName, as: UTF8.self))
        let expected = versions[stream, default: 0] + 1
        // After a damaged record, versions may be missing without another fault.
        if record.version != expected, !hasDamage {
            find(
                record.position,
                "the event at position \(record.position) is version \(record.version) of \(quoted(stream.text)) "
                    + "instead of \(expected)")
        }
        versions[stream] = record.version
    }
}

/// A verification in progress, shared by the threads that run its parts in turn.
final class VerificationInProgress: Sendable {
    // A reference, because a value would copy the set of all streams at each part. The lock is never contended: the
    // parts run one after the other.
    private let verification: Monitor<Verification>

    init(_ verification: Verification) {
        self.verification = Monitor(verification)
    }

    /// Checks the next part.
    ///
    /// - Returns: The summary at the end; `nil` before.
    /// - Throws: `EventStoreError` if the log cannot be read at all.
    func checkNextPart() throws -> VerificationSummary? {
        try verification.withLock { try $0.checkNextPart() }
    }
}
