import Nacre

/// A posting that leads to an event without a term of its hash, which no hash collision explains.
///
/// Either the posting is wrong, or another event has replaced the original one.
struct WrongPosting: Error {
    // IDX-08: A hash is never trusted: every posting is confirmed in the log.

    let kind: TermKind
    let position: Position
}

extension Record {
    /// Confirms a posting that led to this event although its term is not the one searched for.
    ///
    /// - Throws: ``WrongPosting`` if no term of the event has the hash.
    func confirm(_ kind: TermKind, _ hash: UInt64) throws(WrongPosting) {
        guard has(kind, hash) else { throw WrongPosting(kind: kind, position: position) }
    }

    /// Whether a term of the event has a hash.
    @inline(__always)
    func has(_ kind: TermKind, _ hash: UInt64) -> Bool {
        switch kind {
        case .stream: return unsafe Checksum.of(streamName) == hash
        case .id: return id.indexHash == hash
        case .type: return unsafe Checksum.of(typeName) == hash
        case .category: return unsafe Checksum.of(streamName.category) == hash
        case .tag:
            var isCarried = false
            unsafe forEachTag { isCarried = unsafe isCarried || Checksum.of($0) == hash }
            return isCarried
        case .correlation: return contextHashes.correlation == hash
        case .causation: return contextHashes.causation == hash
        case .actor: return contextHashes.actor == hash
        }
    }
}

extension LogSnapshot {
    /// Confirms a posting that led to an event although its term is not the one searched for.
    ///
    /// - Throws: The error of ``cause(of:)`` if no term of the event has the hash.
    mutating func confirm(_ kind: TermKind, _ hash: UInt64, of record: Record) throws {
        do { try record.confirm(kind, hash) } catch { throw cause(of: error) }
    }

    /// The cause of a wrong posting.
    ///
    /// - Returns: `damaged` at its position if the blocks around it do not form a chain, so that the event may
    ///   have replaced another; otherwise ``UnusableIndex``.
    mutating func cause(of posting: WrongPosting) -> any Error {
        do throws(EventStoreError) {
            try checkChain(around: posting.position, blocks: Self.neighbours)
        } catch {
            guard error.code == .damaged else { return error }
            return EventStoreError(
                .damaged,
                "the event at position \(posting.position) does not have the \(posting.kind) by which it was found: "
                    + error.message, position: posting.position, cause: error)
        }
        return UnusableIndex(
            "it finds the event at position \(posting.position) by a \(posting.kind) that the event does not have")
    }

    /// Checks the chain of blocks around a position, a number of blocks in each direction.
    ///
    /// - Throws: `damaged` if a block is damaged or does not continue the one before it.
    mutating func checkChain(around position: Position, blocks: Int) throws(EventStoreError) {
        var first = try block(amongAll: position).header
        for _ in 0..<blocks where first.firstPosition > 1 {
            let before = try block(amongAll: first.firstPosition - 1).header
            try first.checkContinues(before.end)
            first = before
        }
        if first.firstPosition == 1 { try first.checkContinues(beginning()) }
        var last = try block(amongAll: position)
        for _ in 0..<blocks {
            guard let next = try nextBlock(after: last) else { return }
            last = next
        }
    }

    /// The number of blocks checked in each direction: more than one misplaced page can affect.
    private static let neighbours = 64
}
