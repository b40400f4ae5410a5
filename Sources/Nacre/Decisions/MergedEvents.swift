/// Merges several reads into the order of the log.
///
/// An event that more than one read contains is returned once.
struct MergedEvents {
    private struct Read {
        var iterator: EventSequence.Iterator
        var next: RecordedEvent?
    }

    private let sequences: [EventSequence]
    private var reads: [Read] = []
    private var hasBegun = false

    /// Creates a merge.
    ///
    /// - Parameter sequences: The reads, each in the order of the log.
    init(_ sequences: [EventSequence]) {
        self.sequences = sequences
    }

    /// The next event.
    ///
    /// - Parameter position: The position up to which the log is read.
    /// - Returns: The event; `nil` if there are no more up to that position.
    /// - Throws: Errors of the reads.
    mutating func next(upTo position: Position) async throws -> RecordedEvent? {
        if !hasBegun { try await begin() }
        var first: RecordedEvent?
        for case let next? in reads.lazy.map(\.next) where next.position < first?.position ?? .max { first = next }
        guard let event = first, event.position <= position else { return nil }
        // Several reads may have found this event; it is returned once.
        for index in reads.indices where reads[index].next?.position == event.position {
            reads[index].next = try await reads[index].iterator.next()
        }
        return event
    }

    private mutating func begin() async throws {
        hasBegun = true
        for sequence in sequences {
            var iterator = sequence.makeAsyncIterator()
            let first = try await iterator.next()
            reads.append(Read(iterator: iterator, next: first))
        }
    }
}
