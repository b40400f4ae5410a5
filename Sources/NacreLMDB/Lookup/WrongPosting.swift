import Nacre

/// A posting of the index or the tail leads to an event that has no term of its hash: no collision makes that.
///
/// Either the posting is wrong, or the event stands where another one was.
struct WrongPosting: Error {
    let kind: TermKind
    let position: Position
}

extension Record {
    /// Confirms a posting that has led to this event, whose term is not the one that was looked for.
    ///
    /// - Throws: ``WrongPosting`` where no term of the event has the hash either.
    func confirm(_ kind: TermKind, _ hash: UInt64) throws(WrongPosting) {
        guard has(kind, hash) else { throw WrongPosting(kind: kind, position: position) }
    }

    private func has(_ kind: TermKind, _ hash: UInt64) -> Bool {
        switch kind {
        case .stream: return Checksum.of(streamName) == hash
        case .id: return id.indexHash == hash
        case .type: return Checksum.of(typeName) == hash
        case .category: return Checksum.of(streamName.category) == hash
        case .tag:
            var isCarried = false
            forEachTag { isCarried = isCarried || Checksum.of($0) == hash }
            return isCarried
        }
    }
}

extension LogSnapshot {
    /// Confirms a posting that has led to an event whose term is not the one that was looked for.
    ///
    /// - Throws: What is wrong where no term of the event has the hash either, as ``cause(of:)`` says.
    mutating func confirm(_ kind: TermKind, _ hash: UInt64, of record: Record) throws {
        do { try record.confirm(kind, hash) } catch { throw cause(of: error) }
    }

    /// What a wrong posting comes from.
    ///
    /// - Returns: `damaged` where the event's block and its neighbours do not continue each other, so that it is in the
    ///   place of another; otherwise ``UnusableIndex``.
    mutating func cause(of posting: WrongPosting) -> any Error {
        do throws(EventStoreError) {
            let header = try block(containing: posting.position).header
            try checkContinues(header)
        } catch {
            return error
        }
        return UnusableIndex(
            "it leads to the event at position \(posting.position) by a \(posting.kind) that it does not have")
    }

    /// Checks that a block continues the one before it, and is continued by the one behind it.
    private mutating func checkContinues(_ header: BlockHeader) throws(EventStoreError) {
        let before =
            try header.firstPosition == 1 ? beginning() : block(amongAll: header.firstPosition - 1).end
        try header.checkContinues(before)
        let block = try block(amongAll: header.firstPosition)
        _ = try nextBlock(after: block)
    }
}
