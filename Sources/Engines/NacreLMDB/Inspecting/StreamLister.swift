import Nacre

/// Lists the streams of a log in one scan, and remembers each stream that it meets.
///
/// The index has hashes, not names: a stream is listed at its first event, which has version 1.
struct StreamLister {
    /// Few, because a block may start several hundred streams, each of which is then looked up.
    private static let blocksPerTransaction = 16

    private let category: String?
    private var position: Position = 0
    /// The end of the last block read.
    private var previousEnd: Block.End?
    private var end: (position: Position, damage: EventStoreError?)?

    init(category: String?) {
        self.category = category
    }

    /// The streams that start in the next part of the log; `nil` at the end.
    mutating func next(_ store: LMDBEventStore) throws -> [StreamSummary]? {
        let (end, damage) = try self.end ?? store.reading { (log) in try log.readableEnd() }
        self.end = (end, damage)
        guard position < end else {
            if let damage { throw damage }
            return nil
        }
        var begun: [(stream: StreamName, position: Position)] = []
        try store.reading { (log) in
            var block = try log.block(behind: position, continuing: previousEnd)
            for _ in 1...Self.blocksPerTransaction {
                for index in 0..<block.header.count {
                    let record = try block.record(at: index)
                    // So each stream is listed once, without a set of all names in memory.
                    guard record.version == 1, record.position > position else { continue }
                    let stream = unsafe StreamName(String(decoding: record.streamName, as: UTF8.self))
                    guard category.map(stream.isInCategory) ?? true else { continue }
                    begun.append((stream, record.position))
                }
                position = block.header.lastPosition
                previousEnd = block.end
                guard position < end, let next = try log.nextBlock(after: block) else { return }
                block = next
            }
        }
        return try begun.map { begun in
            let last = try store.lastRecord(of: StreamKey(begun.stream))
            return StreamSummary(
                stream: begun.stream, version: last.version, firstPosition: begun.position,
                lastPosition: last.position)
        }
    }
}

extension LMDBEventStore {
    /// The version and position of a stream's last event.
    func lastRecord(of stream: StreamKey) throws -> (version: StreamVersion, position: Position) {
        try blockingLookup { (lookup, head, snapshot, log) in
            var last: (version: StreamVersion, position: Position) = (0, 0)
            try lookup.forEachRecordDescending(
                of: stream, from: nil, before: nil, upTo: head, limit: 1, in: snapshot, log: &log
            ) { record in
                last = (record.version, record.position)
                return false
            }
            return last
        }
    }
}
