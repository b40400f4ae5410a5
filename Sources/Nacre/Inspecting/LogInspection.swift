/// Inspects a store by reading its whole log.
///
/// For stores that have no files to inspect.
public struct LogInspection: StoreInspection {
    private let store: any EventStore

    /// Creates an inspection of a store.
    ///
    /// - Parameter store: The store.
    public init(of store: any EventStore) {
        self.store = store
    }

    /// Calls a closure with all streams, in no particular order.
    ///
    /// - Parameters:
    ///   - category: Only streams of this category; `nil` for all.
    ///   - body: Called with each stream.
    /// - Throws: ``EventStoreError``; any error that `body` throws.
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

    /// Does nothing, because there is no index.
    public func catchUpIndex() async throws {}

    /// Counts the events.
    ///
    /// The statistics report no blocks and no files, because the store has none.
    ///
    /// - Returns: The current figures.
    /// - Throws: ``EventStoreError``.
    public func statistics() async throws -> StoreStatistics {
        let head = try await store.head()
        return StoreStatistics(id: store.id, head: head, blocks: 0, indexedUpTo: head, files: [])
    }

    /// Verifies the whole log: that positions have no gaps and versions are contiguous.
    ///
    /// - Parameters:
    ///   - progress: Called from time to time with the position reached and the head.
    ///   - finding: Called with each fault, in the order of the log.
    /// - Returns: A summary.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
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
                report(event.position, "an event was read where position \(position) was expected")
            }
            let due = (versions[event.stream] ?? 0) + 1
            if event.version != due {
                report(
                    event.position, "stream \(quoted(event.stream.text)) has version \(event.version) after \(due - 1)")
            }
            // Go on from the position found, so that a gap is one finding.
            position = event.position
            versions[event.stream] = event.version
            if position % 10_000 == 0 { progress(position, max(head, position)) }
        }
        progress(position, max(head, position))
        return VerificationSummary(events: Int(position), blocks: 0, streams: versions.count, findings: findings)
    }

    /// The number of events that one call of ``intactEvents(from:)`` returns at most.
    private static let eventsAtOnce = 1_024

    /// Reads the next events; a store without files is not damaged.
    ///
    /// - Parameter position: The position to begin at.
    /// - Returns: The events.
    /// - Throws: ``EventStoreError``.
    public func intactEvents(from position: Position) async throws -> IntactEvents {
        guard position > 0, position <= (try await store.head()) else { return IntactEvents() }
        var result = IntactEvents()
        for try await event in store.readLog(.forward(after: position - 1), matching: .all, limit: Self.eventsAtOnce) {
            result.events.append(event)
        }
        result.next = result.events.last.map { $0.position + 1 }
        return result
    }
}
