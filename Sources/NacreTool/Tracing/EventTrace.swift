import DomainKit
package import Nacre

/// Events with their causes and consequences, as trees.
package struct EventTrace: Sendable {
    /// An event in a trace.
    package struct Node: Sendable {
        /// The greatest number of levels that are drawn.
        static let drawnLevels = 24

        package let event: RecordedEvent

        /// The number of causes above it.
        package let depth: Int

        /// The event that caused it; `nil` at the top.
        package let cause: RecordedEvent?

        /// Which of the nearest causes above it, the highest first, have further consequences below: for drawing.
        let continues: [Bool]
    }

    /// The nodes, each before its consequences, which are in the order of the log.
    package let nodes: [Node]

    /// Whether there are more events than the limit.
    package let isCut: Bool
}

/// Collects the causes and consequences of events.
package struct EventTracer {
    /// The number of ids that one query asks for, each in both cases of its letters.
    private static let idsPerItem = Limits.termsPerQueryItem / 2
    private static let idsPerQuery = idsPerItem * Limits.itemsPerQuery

    let store: any EventStore

    /// The greatest number of events in a trace.
    let limit: Int

    private var events: [EventID: RecordedEvent] = [:]

    /// The traced event and its causes, the nearest first, which belong to the trace before all others.
    private var line: [EventID] = []

    package init(in store: any EventStore, limit: Int) {
        self.store = store
        self.limit = limit
    }

    /// All events with a correlation id, and what they caused.
    package mutating func trace(correlation id: String) async throws -> EventTrace {
        try await addConsequences(of: try await add(.correlations(id)))
        return tree()
    }

    /// The first cause of an event, and everything that it caused or that shares the correlation id of either.
    package mutating func trace(_ event: RecordedEvent) async throws -> EventTrace {
        var first = event
        (events[event.id], line) = (event, [event.id])
        while !isFull, let id = first.cause, let cause = try await store.event(withID: id),
            cause.position < first.position
        {
            first = cause
            events[id] = cause
            line.append(id)
        }
        var fresh = line
        for id in Set([first.context.correlationID, event.context.correlationID].compactMap(\.self)) {
            fresh += try await add(.correlations(id))
        }
        try await addConsequences(of: fresh)
        return tree()
    }

    private var isFull: Bool { events.count > limit }

    /// Adds the events of a query.
    ///
    /// - Returns: Those that are new.
    private mutating func add(_ query: Query) async throws -> [EventID] {
        var fresh: [EventID] = []
        guard !isFull else { return [] }
        for try await event in store.readLog(matching: query) {
            if events.updateValue(event, forKey: event.id) == nil { fresh.append(event.id) }
            if isFull { break }
        }
        return fresh
    }

    /// Adds what events caused, and what that caused, until nothing is new.
    private mutating func addConsequences(of ids: [EventID]) async throws {
        var fresh = ids
        while !fresh.isEmpty, !isFull {
            var next: [EventID] = []
            for start in stride(from: 0, to: fresh.count, by: Self.idsPerQuery) {
                let part = fresh.dropFirst(start).prefix(Self.idsPerQuery)
                let items = stride(from: 0, to: part.count, by: Self.idsPerItem).map { offset in
                    Query.Item(causations: part.dropFirst(offset).prefix(Self.idsPerItem).flatMap(\.spellings))
                }
                next += try await add(Query(items))
            }
            fresh = next
        }
    }

    private func tree() -> EventTrace {
        let kept = line.prefix(limit)
        let inLine = Set(kept)
        let others = events.values.filter { !inLine.contains($0.id) }.sorted { $0.position < $1.position }
        let ordered = (kept.compactMap { events[$0] } + others.prefix(limit - kept.count)).sorted {
            $0.position < $1.position
        }
        let known = Set(ordered.map(\.id))
        var consequences: [EventID: [RecordedEvent]] = [:]
        var tops: [RecordedEvent] = []
        for event in ordered {
            // An event can only be caused by an earlier one: whatever ids say, there are no circles.
            if let id = event.cause, known.contains(id), let cause = events[id], cause.position < event.position {
                consequences[id, default: []].append(event)
            } else {
                tops.append(event)
            }
        }
        var nodes: [EventTrace.Node] = []
        // Without recursion: a chain may be as long as the limit.
        var stack = tops.reversed().map { EventTrace.Node(event: $0, depth: 0, cause: nil, continues: []) }
        while let node = stack.popLast() {
            nodes.append(node)
            let below = consequences[node.event.id] ?? []
            for (index, event) in below.enumerated().reversed() {
                let continues = (node.continues + [index < below.count - 1]).suffix(EventTrace.Node.drawnLevels)
                stack.append(
                    EventTrace.Node(
                        event: event, depth: node.depth + 1, cause: node.event, continues: Array(continues)))
            }
        }
        return EventTrace(nodes: nodes, isCut: isFull)
    }
}

extension RecordedEvent {
    /// The id of the event that caused it; `nil` if the causation id is no id of an event.
    package var cause: EventID? { context.causationID.flatMap { EventID($0) } }
}

extension EventID {
    /// The texts that are read as this id in a causation id: in lower and in upper case.
    package var spellings: [String] { [description, description.uppercased()] }
}
