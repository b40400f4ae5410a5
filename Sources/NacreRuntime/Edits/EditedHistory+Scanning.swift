package import Nacre

extension EditedHistory: MappedLog {
    /// Calls a closure with the events after a place, in place, until the closure returns `false`.
    ///
    /// The position of each view is its place in the edited history.
    package func scan(after place: Position, while body: (EventView) throws -> Bool) throws {
        guard place <= count else { throw EventStoreError.noSuchPosition(place, head: count) }
        guard place < count else { return }
        guard let log = store.mappedLog else { throw EventStoreError.notMapped }
        var index = piece(at: place + 1)
        var isWanted = true
        /// Passes on placed events up to the next recorded piece.
        func passPlaced() throws {
            while isWanted, index < pieces.count, case .placed(let number) = pieces[index].origin {
                isWanted = try body(
                    EventView(
                        placed[number].event.view, at: pieces[index].start, version: placed[number].event.version,
                        isLastOfCommit: placed[number].event.isLastOfCommit))
                index += 1
            }
        }
        try passPlaced()
        guard isWanted, index < pieces.count, case .recorded(let first) = pieces[index].origin else { return }
        let start = first + max(pieces[index].start, place + 1) - pieces[index].start
        try log.scan(
            after: start - 1,
            while: { event in
                guard case .recorded(let first) = pieces[index].origin, event.position >= first else { return true }
                let place = pieces[index].start + (event.position - first)
                let edits = edits(of: event)
                let isLast = event.isLastOfCommit || endsCommit(event.position)
                isWanted = try body(
                    EventView(
                        event, at: place,
                        version: edits.map { version(of: event.version, in: $0) } ?? event.version,
                        isLastOfCommit: isLast))
                if place + 1 == end(of: index) {
                    index += 1
                    try passPlaced()
                }
                return isWanted && index < pieces.count
            })
    }
}

extension EventStoreError {
    /// The error for a store whose log is not mapped.
    static var notMapped: EventStoreError {
        EventStoreError(
            .invalidArgument, "the log of this store is not read in place: export it and edit the copy",
            outcome: .notWritten)
    }
}
