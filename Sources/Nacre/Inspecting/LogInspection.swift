/// What the tools ask of a store, answered by reading its log from beginning to end.
///
/// For stores that have no files of their own to look into.
public struct LogInspection: StoreInspection {
    private let store: any EventStore

    /// Makes an inspection of a store.
    ///
    /// - Parameter store: The store.
    public init(of store: any EventStore) {
        self.store = store
    }

    /// Walks through the streams in no particular order.
    ///
    /// - Parameters:
    ///   - category: Only streams of this category; `nil` for all.
    ///   - body: Takes a stream.
    /// - Throws: ``EventStoreError``, and what `body` throws.
    /// - Complexity: O(*n*) in the events of the log.
    public func forEachStream(
        in category: String?, _ body: @escaping @Sendable (StreamSummary) throws -> Void
    ) async throws {
        let query = category.map { Query.categories($0) } ?? .all
        var streams: [StreamName: StreamSummary] = [:]
        for try await event in store.readLog(matching: query) {
            streams[event.stream] = StreamSummary(
                stream: event.stream, version: event.version,
                firstPosition: streams[event.stream]?.firstPosition ?? event.position, lastPosition: event.position)
        }
        for stream in streams.values { try body(stream) }
    }

    /// Does nothing: there is no index.
    public func catchUpIndex() async throws {}

    /// Counts the events; there are no blocks and no files.
    ///
    /// - Returns: The figures of this moment.
    /// - Throws: ``EventStoreError``.
    public func statistics() async throws -> StoreStatistics {
        let head = try await store.head()
        return StoreStatistics(id: store.id, head: head, blocks: 0, indexedUpTo: head, files: [])
    }

    /// Reads the whole log, and checks that positions have no gaps and versions are contiguous.
    ///
    /// - Parameters:
    ///   - progress: Told now and then the position reached and the head.
    ///   - finding: Told each fault, in the order of the log.
    /// - Returns: What was looked at.
    /// - Throws: ``EventStoreError`` where the log cannot be read.
    public func verify(
        progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) async throws -> VerificationSummary {
        let head = try await store.head()
        var versions: [StreamName: StreamVersion] = [:]
        var (position, findings): (Position, Int) = (0, 0)
        func report(_ position: Position, _ description: String) {
            findings += 1
            finding(VerificationFinding(position: position, description))
        }
        for try await event in store.readLog() {
            position += 1
            if event.position != position {
                report(event.position, "an event stands where position \(position) is due")
            }
            let due = (versions[event.stream] ?? 0) + 1
            if event.version != due {
                report(
                    event.position, "stream \(quoted(event.stream.text)) has version \(event.version) after \(due - 1)")
            }
            position = event.position
            versions[event.stream] = event.version
            if position % 10_000 == 0 { progress(position, max(head, position)) }
        }
        progress(position, max(head, position))
        return VerificationSummary(events: Int(position), blocks: 0, streams: versions.count, findings: findings)
    }
}
