import Nacre

/// The plan of a query over a range of the log: index walk or sequential scan.
enum QueryPlan {
    // IDX-12: Short or dense ranges are scanned instead of looked up.

    /// Walk the candidates of the index.
    case index(QueryCursor)
    /// Read all events of the range.
    case scan
}

extension QueryPlan {
    /// A range with this few events is scanned faster than cursors are created.
    private static let fewEvents = 8

    /// A part is used if the range has this many times more events than the part.
    private static let narrowing = 4

    /// Chooses by the frequency of the terms.
    ///
    /// Several candidates in one block cost little more than reading the block once, so a scan is better only if most
    /// events match.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - order: The order of the walk.
    ///   - range: The positions of the walk.
    ///   - snapshot: The index, joined with the tail.
    /// - Throws: ``UnusableIndex``.
    init(
        _ query: Query, _ order: WalkOrder, over range: ClosedRange<Position>, in snapshot: borrowing IndexSnapshot
    ) throws {
        self = .scan
        let events = Int(clamping: range.upperBound - range.lowerBound) + 1
        guard let items = query.items, events > Self.fewEvents else { return }
        // Each term is searched for in each run before the first event is found.
        let terms = items.reduce(0) { $0 + $1.termCount }
        guard terms < events / 4 else { return }
        var frequency = TermFrequency(over: range, in: snapshot)
        var cursors: [ItemCursor] = []
        var candidates = 0
        for item in items {
            let parts = try Self.parts(of: item, events: events, &frequency, in: snapshot)
            guard let rarest = parts.first else { return }
            candidates += rarest.count
            // Beyond that, most blocks contain a candidate and are read anyway (IDX-12).
            guard candidates < events / 2 else { return }
            cursors.append(
                ItemCursor(parts.map { part in UnionCursor(part.kind, part.hashes, order, in: snapshot) }))
        }
        self = .index(QueryCursor(cursors))
    }

    /// Alternative terms of one kind, and the approximate number of events with one of them.
    private struct Part {
        let kind: TermKind
        let hashes: [UInt64]
        let count: Int
    }

    /// The selective parts of an item, rarest first; the log decides the rest.
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
        for key in ContextKey.allCases { try add(TermKind(key), item[key].map { Checksum.of($0) }) }
        // With a rare tag or context, checking the remaining terms in the log is cheaper.
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

extension Query.Item {
    /// The number of terms of all kinds.
    var termCount: Int {
        types.count + categories.count + tags.count + correlations.count + causations.count + actors.count
    }
}
