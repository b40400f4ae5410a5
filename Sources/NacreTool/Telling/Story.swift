import Nacre
import NacreRuntime

/// Tells the events of a stream, with what each changed and what else was in its commit.
struct Story {
    /// The number of events that are looked at in a commit, before and after the told one.
    static let commitReach = 8

    private let runtime: Runtime

    init(in runtime: Runtime) {
        self.runtime = runtime
    }

    /// Calls a closure with the events of a stream, in order.
    ///
    /// Only the stream's events are read, and the events beside them in their commits.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - body: Called with each event.
    /// - Throws: `EventStoreError` if the log cannot be read; errors of `body`.
    /// - Complexity: O(*n*) in the events of the stream.
    func tell(_ stream: StreamName, _ body: (ToldEvent) throws -> Void) async throws {
        var fold = runtime.fold(for: stream.category)
        var state = fold?.value
        var near = NearEvents(in: runtime.store)
        for try await event in runtime.store.read(stream) {
            let effect = Self.apply(event, to: &fold, &state)
            near.add(event)
            let (others, hasMore) = try await Self.others(inCommitOf: event, &near)
            try body(ToldEvent(event: event, effect: effect, others: others, hasMoreOthers: hasMore))
        }
    }

    /// Applies an event to a fold and to its last value; the fold is `nil` after an event that cannot be decoded.
    static func apply(
        _ event: RecordedEvent, to fold: inout (any StateFolding)?, _ state: inout StateValue?
    ) -> ToldEvent.Effect {
        do {
            guard let judgement = try fold?.apply(event) else { return .unknown }
            guard judgement != .foreign else { return .foreign }
            let before = state
            state = fold?.value
            return .changes(FieldDifference.between(before, state))
        } catch {
            (fold, state) = (nil, nil)
            return .undecodable(error.description)
        }
    }

    /// The events of other streams in the commit of an event.
    private static func others(
        inCommitOf event: RecordedEvent, _ near: inout NearEvents
    ) async throws -> (events: [RecordedEvent], hasMore: Bool) {
        var (others, hasMore): ([RecordedEvent], Bool) = ([], false)
        var position = event.position
        while position > 1 {
            let earlier = try await near.event(at: position - 1)
            if earlier.isLastOfCommit { break }
            hasMore = event.position - earlier.position > Position(commitReach)
            if hasMore { break }
            others.insert(earlier, at: 0)
            position = earlier.position
        }
        var last = event
        while !last.isLastOfCommit {
            guard last.position - event.position < Position(commitReach) else {
                hasMore = true
                break
            }
            last = try await near.event(at: last.position + 1)
            others.append(last)
        }
        return (others.filter { $0.stream != event.stream }, hasMore)
    }
}

/// The events that were read last: in a large commit, those beside an event are beside the next one too.
private struct NearEvents {
    private let store: any EventStore
    private var events: [Position: RecordedEvent] = [:]

    init(in store: any EventStore) {
        self.store = store
    }

    /// Adds an event, and drops those that are too far before it.
    mutating func add(_ event: RecordedEvent) {
        let reach = Position(Story.commitReach)
        if events.count > 4 * Story.commitReach { events = events.filter { $0.key + reach > event.position } }
        events[event.position] = event
    }

    mutating func event(at position: Position) async throws -> RecordedEvent {
        if let known = events[position] { return known }
        let event = try await store.event(at: position)
        events[position] = event
        return event
    }
}
