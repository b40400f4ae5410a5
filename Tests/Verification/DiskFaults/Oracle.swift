import DiskTracing
import Nacre
import NacreLMDB

/// The answers of the undamaged log.
final class Oracle: Sendable {
    let events: [RecordedEvent]
    /// The indexes in ``events`` of each stream's, type's, category's and tag's events.
    let streams: [StreamName: [Int]]
    let types: [EventType: [Int]]
    let categories: [String: [Int]]
    let tags: [Tag: [Int]]
    /// The head without the last commit.
    let headBefore: Position
    let blocks: [Position]
    /// The fingerprint in a checkpoint at the first event of each block.
    private let fingerprints: [UInt64]
    /// Whether the index or the read models know the last commit.
    let hasWitness: Bool

    var head: Position { Position(events.count) }

    /// Reads a sound store.
    init(of path: String, shape: Shape, blocks: [Position]) async throws {
        let store = try await LMDBEventStore.open(at: path, options: shape.options)
        let events = try await store.readLog().collect()
        let statistics = try await store.statistics()
        var fingerprints: [UInt64] = []
        for block in blocks { fingerprints.append(try await store.checkpoint(at: block).fingerprint) }
        await store.close()
        guard let last = events.last, events.indices.allSatisfy({ events[$0].position == Position($0 + 1) }) else {
            throw Loss("the store in \(path) is not sound")
        }
        self.events = events
        self.blocks = blocks
        self.fingerprints = fingerprints
        var (streams, types) = ([StreamName: [Int]](), [EventType: [Int]]())
        var (categories, tags) = ([String: [Int]](), [Tag: [Int]]())
        for (place, event) in events.enumerated() {
            streams[event.stream, default: []].append(place)
            types[event.type, default: []].append(place)
            categories[event.stream.category, default: []].append(place)
            for tag in event.tags { tags[tag, default: []].append(place) }
        }
        (self.streams, self.types, self.categories, self.tags) = (streams, types, categories, tags)
        let before = events.dropLast().lastIndex { $0.isLastOfCommit }
        headBefore = before.map { Position($0 + 1) } ?? 0
        hasWitness = shape.hasReadModel || statistics.indexedUpTo > headBefore
        guard last.isLastOfCommit else { throw Loss("the store in \(path) ends within a commit") }
    }

    /// The events of a stream up to a head.
    func events(of stream: StreamName, upTo head: Position) -> [RecordedEvent] {
        events(at: streams[stream], upTo: head)
    }

    /// The events that a query matches after a position, up to a head.
    func events(matching query: Query, after: Position, upTo head: Position) -> [RecordedEvent] {
        guard let items = query.items else { return Array(events[Int(after)..<max(Int(after), Int(head))]) }
        var places: Set<Int> = []
        for item in items {
            var lists = item.tags.map { Set(tags[$0] ?? []) }
            if !item.types.isEmpty { lists.append(Set(item.types.flatMap { types[$0] ?? [] })) }
            if !item.categories.isEmpty { lists.append(Set(item.categories.flatMap { categories[$0] ?? [] })) }
            guard let first = lists.first else { continue }
            places.formUnion(lists.dropFirst().reduce(first) { $0.intersection($1) })
        }
        return events(at: places.filter { $0 >= Int(after) }.sorted(), upTo: head)
    }

    /// The number of blocks with the events up to a head.
    func blockCount(upTo head: Position) -> Int { blocks.count { $0 <= head } }

    /// The fingerprint in a checkpoint at a position.
    func fingerprint(at position: Position) -> UInt64 {
        let next = blocks.partitioningIndex { $0 > position }
        return fingerprints[next - 1]
    }

    private func events(at places: [Int]?, upTo head: Position) -> [RecordedEvent] {
        (places ?? []).filter { $0 < Int(head) }.map { events[$0] }
    }
}

extension [Position] {
    /// The first index from which on a condition holds, by binary search.
    fileprivate func partitioningIndex(where condition: (Position) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
