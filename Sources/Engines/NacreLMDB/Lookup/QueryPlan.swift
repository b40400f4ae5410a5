import Nacre

/// How a query is answered over a range of the log: through the index, or by reading the events one after the other.
enum QueryPlan {
    /// Walk through the candidates that the index has.
    case index(QueryCursor)
    /// Read all events of the range.
    case scan
}

extension QueryPlan {
    /// A range of so few events is read in less time than cursors are made in.
    private static let fewEvents = 8

    /// A part that so many times fewer events have than there are in the range narrows down what another part gives.
    private static let narrowing = 4

    /// Chooses by how often the terms occur.
    ///
    /// Candidates of one block are looked at for little more than reading the block costs, so reading all events is
    /// better only where most match.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - order: The order of the walk.
    ///   - range: The positions to walk through.
    ///   - snapshot: The index, joined with the tail.
    /// - Throws: ``UnusableIndex``.
    init(
        _ query: Query, _ order: WalkOrder, over range: ClosedRange<Position>, in snapshot: borrowing IndexSnapshot
    ) throws {
        self = .scan
        let events = Int(clamping: range.upperBound - range.lowerBound) + 1
        guard let items = query.items, events > Self.fewEvents else { return }
        // Each term is searched for in each run before the first event is found.
        let terms = items.reduce(0) { $0 + $1.types.count + $1.categories.count + $1.tags.count }
        guard terms < events / 4 else { return }
        var frequency = TermFrequency(over: range, in: snapshot)
        var cursors: [ItemCursor] = []
        var candidates = 0
        for item in items {
            let parts = try Self.parts(of: item, events: events, &frequency, in: snapshot)
            guard let rarest = parts.first else { return }
            candidates += rarest.count
            guard candidates < events / 2 else { return }
            cursors.append(
                ItemCursor(parts.map { part in UnionCursor(part.kind, part.hashes, order, in: snapshot) }))
        }
        self = .index(QueryCursor(cursors))
    }

    /// Terms of one kind, any of which will do, and about how many events have one.
    private struct Part {
        let kind: TermKind
        let hashes: [UInt64]
        let count: Int
    }

    /// The parts of an item that are worth walking through, the rarest first; the log tells what the others say.
    private static func parts(
        of item: Query.Item, events: Int, _ frequency: inout TermFrequency, in snapshot: borrowing IndexSnapshot
    ) throws -> [Part] {
        var parts: [Part] = []
        func add(_ kind: TermKind, _ hashes: [UInt64]) throws {
            guard !hashes.isEmpty else { return }
            let count = try hashes.reduce(0) { try $0 + frequency.count(of: kind, hash: $1, in: snapshot) }
            parts.append(Part(kind: kind, hashes: hashes, count: count))
        }
        for tag in item.tags { try add(.tag, [Checksum.of(tag.text)]) }
        // Where a tag is rare, the log is asked at once whether the rest holds too.
        if parts.allSatisfy({ $0.count > fewEvents }) {
            try add(.type, item.types.map { Checksum.of($0.text) })
            try add(.category, item.categories.map { Checksum.of($0) })
        }
        parts.sort { $0.count < $1.count }
        guard let rarest = parts.first else { return [] }
        if rarest.count <= fewEvents { return [rarest] }
        return [rarest] + parts.dropFirst().filter { $0.count * $0.hashes.count < events / narrowing }
    }
}
