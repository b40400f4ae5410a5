import LMDB
import Nacre

/// Reads a whole log and checks it: checksums, the chain, positions, versions, and the index against the log.
///
/// It goes on behind every fault, a stretch at a time, each with a read transaction of its own, so that it pins no reader
/// and can be interrupted.
struct Verification {
    static let blocksPerTransaction = 64

    let store: LMDBEventStore
    private let progress: @Sendable (Position, Position) -> Void
    private let report: @Sendable (VerificationFinding) -> Void
    private var events = 0
    private var blocks = 0
    private var findings = 0
    private(set) var versions: [StreamName: StreamVersion] = [:]
    /// Whether something of the log could not be read, or does not continue what is before it: what follows of streams
    /// cannot be judged, nor the index compared with it.
    private var hasDamage = false
    private var stage = Stage.structure

    /// What the next stretch is of.
    private enum Stage {
        case structure
        case log(Chain, upTo: Position)
        case streams(StreamPlace)
        case terms(behind: Position, upTo: Position)
        case segments(SegmentPlace?)
        case end
    }

    init(
        store: LMDBEventStore, progress: @escaping @Sendable (Position, Position) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) {
        self.store = store
        self.progress = progress
        report = finding
    }

    /// Reads the next stretch.
    ///
    /// - Returns: What all of it came to; `nil` where it has not come to its end.
    /// - Throws: `EventStoreError` where the log cannot be read at all.
    mutating func goOn() throws -> VerificationSummary? {
        switch stage {
        case .structure:
            for lost in store.lostEvents { find(lost.position, "events are lost: \(lost)") }
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
            if let further = try verifyStreams(place) {
                stage = .streams(further)
            } else {
                stage = .terms(behind: 0, upTo: try store.reading { (log) in try log.head() })
            }
        case .terms(let position, let end):
            stage = position < end ? .terms(behind: try verifyTerms(behind: position), upTo: end) : .segments(nil)
        case .segments(let place):
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

    /// Checks LMDB's own pages by reading the file: opening has looked at some of them alone.
    ///
    /// - Returns: Whether they can be trusted to lead to the blocks.
    private mutating func verifyStructure() throws -> Bool {
        do throws(LMDBError) {
            try store.environment.checkStructure()
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

    /// Tells of a fault of the log that the index cannot be compared behind.
    private mutating func findDamage(_ position: Position?, _ what: String) {
        hasDamage = true
        find(position, what)
    }

    // MARK: The log

    /// What the next block must continue.
    private struct Chain {
        /// The key of the last block: whatever that block says of itself, the next one has a greater key.
        var key: Position
        /// The last position that was found.
        var position: Position
        /// `nil` behind a damaged block.
        var checksum: UInt64?
        var recordedAt: Int64
        /// Whether the events before end inside a commit.
        var isCommitOpen = false
    }

    /// - Returns: What the next stretch must continue; `nil` at the end.
    private mutating func verifyLog(_ chain: Chain, upTo end: Position) throws -> Chain? {
        var chain = chain
        let isAtEnd = try store.reading { (log) in
            for _ in 1...Self.blocksPerTransaction {
                guard try verifyBlock(&log, &chain, end: end) else { return true }
            }
            return false
        }
        progress(min(chain.position, end), end)
        guard isAtEnd else { return chain }
        if chain.position < end {
            findDamage(chain.position + 1, "the log ends at position \(chain.position), before its head \(end)")
        }
        // A commit's end is the last event of a group, and so of the log.
        if chain.isCommitOpen { find(chain.position, "the log ends inside a commit") }
        return nil
    }

    /// - Returns: Whether there was a block that begins up to and with the end.
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
                "a block begins at position \(entry.position) where \(chain.position + 1) was due")
        }
        switch entry.block {
        case .failure(let error):
            findDamage(error.position, error.message)
            // Its count cannot be trusted: the next key tells where the log goes on.
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
}

/// A verification between two stretches, for the threads that go on with it in turns.
final class VerificationInProgress: Sendable {
    // Not handed from one to the next as a value: it remembers every stream, and would be copied each time. Nobody ever
    // waits for the lock, as the stretches follow one another.
    private let verification: Monitor<Verification>

    init(_ verification: Verification) {
        self.verification = Monitor(verification)
    }

    /// Reads the next stretch.
    ///
    /// - Returns: What all of it came to; `nil` where it has not come to its end.
    /// - Throws: `EventStoreError` where the log cannot be read at all.
    func goOn() throws -> VerificationSummary? {
        try verification.withLock { try $0.goOn() }
    }
}
