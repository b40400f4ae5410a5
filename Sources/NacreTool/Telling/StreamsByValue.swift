import Nacre
import NacreRuntime

/// Finds the streams whose state has ever had a value.
struct StreamsByValue {
    // FEAT-51: A thing is found by name with a search for text, and a fold of the streams found.

    /// What was found.
    struct Result {
        /// The streams, in the order in which they first had the value.
        let streams: [StreamName]

        /// The number of streams that were folded.
        let foldedCount: Int
    }

    /// The maximum number of streams that are folded.
    static let maxStreams = 100_000

    private let runtime: Runtime
    private let condition: StateCondition
    private let maxStreams: Int

    init(in runtime: Runtime, where condition: StateCondition, maxStreams: Int = maxStreams) {
        self.runtime = runtime
        self.condition = condition
        self.maxStreams = maxStreams
    }

    /// Finds the streams.
    ///
    /// - Parameter progress: Called with the number of events searched, and of how many.
    /// - Returns: The streams.
    /// - Throws: ``CommandError`` if there are too many streams to fold, or no state has the field;
    ///   `EventStoreError` if the log cannot be read.
    /// - Complexity: O(*n*) in the events of the log.
    func find(progress: (_ read: UInt64, _ total: UInt64) -> Void) async throws -> Result {
        var found: [(stream: StreamName, since: Position)] = []
        let known = KnownFields()
        let candidates = try await candidates(progress)
        for stream in candidates {
            try Task.checkCancellation()
            if let since = try await firstPosition(in: stream, known) { found.append((stream, since)) }
        }
        try known.require(condition.path)
        return Result(streams: found.sorted { $0.since < $1.since }.map(\.stream), foldedCount: candidates.count)
    }

    /// The streams with an event that has the texts of the value, of the categories with deciders.
    private func candidates(_ progress: (UInt64, UInt64) -> Void) async throws -> Set<StreamName> {
        let categories = Set(runtime.decidedCategories.map { StreamName($0) })
        let search = EventSearch(in: runtime.store, for: EventCriteria(texts: condition.texts))
        let limit = maxStreams
        let found = try await search.fold(into: Set<StreamName>(), progress: progress) { found, event in
            let stream = event.stream
            if found.count <= limit, categories.contains(StreamName(stream.category)) { found.insert(stream) }
        }
        guard found.count <= maxStreams else {
            throw CommandError(
                .badInput,
                condition.texts.isEmpty
                    ? """
                    more than \(maxStreams) streams have states, and all of them would be folded because the events \
                    need not have the text \(quoted(condition.value)): give a stream
                    """
                    : """
                    more than \(maxStreams) streams have events with the text \(quoted(condition.value)): give a \
                    longer value, or a stream
                    """)
        }
        return found
    }

    /// The position of the event since which a stream's state first had the value; `nil` if it never had it.
    private func firstPosition(in stream: StreamName, _ known: KnownFields) async throws -> Position? {
        var fold = runtime.fold(for: stream.category)
        var state = fold?.value
        for try await event in runtime.store.read(stream) {
            guard case .changes(let changes) = Story.apply(event, to: &fold, &state), !changes.isEmpty else { continue }
            _ = known.value(at: condition.path, in: state)
            if state.map(condition.holds) ?? false { return event.position }
        }
        return nil
    }
}
