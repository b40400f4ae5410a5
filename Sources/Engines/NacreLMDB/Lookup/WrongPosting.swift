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

    /// Whether a term of the event has a hash.
    @inline(__always)
    func has(_ kind: TermKind, _ hash: UInt64) -> Bool {
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
    /// - Returns: `damaged` at its position, where the blocks around it do not continue each other, so that the event may be
    ///   in the place of another; otherwise ``UnusableIndex``.
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
            "it leads to the event at position \(posting.position) by its \(posting.kind), which is another")
    }

    /// Checks that the block of a position continues so many before it, and is continued by so many behind it.
    ///
    /// - Throws: `damaged` where one of them is, or does not continue the one before it.
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

    /// How many blocks are looked at in either direction: more than a page that a disk has put in the place of another
    /// can bring with it.
    private static let neighbours = 64
}
