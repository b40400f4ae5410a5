package import DomainKit
package import Nacre

/// The properties of the events that are looked for; an event has all of them.
package struct EventCriteria: Sendable {
    /// What an index knows: types, categories, tags, actors, correlation ids and causation ids.
    package var item = Query.Item()

    /// The stream; `nil` for all.
    package var stream: StreamName?

    /// Ids of which the event's begins with one; empty for any.
    package var ids: [IDPrefix] = []

    /// Texts that all occur in the data or the metadata.
    package var texts: [ByteSearch] = []

    /// Conditions on values in the data and the metadata.
    package var fields: [FieldCondition] = []

    /// Only events after this position.
    package var after: Position = 0

    /// Only events up to this position.
    package var upTo = Position.max

    /// Only events at or after this moment; `nil` for no limit.
    package var since: Instant?

    /// Only events at or before this moment; `nil` for no limit.
    package var until: Instant?

    /// The time of an event that is compared with the two moments.
    package var clock = AsOfOptions.Clock.recordedAt

    /// Creates criteria; by default every event satisfies them.
    package init(
        item: Query.Item = Query.Item(), stream: StreamName? = nil, ids: [IDPrefix] = [], texts: [ByteSearch] = [],
        fields: [FieldCondition] = [], after: Position = 0, upTo: Position = .max, since: Instant? = nil,
        until: Instant? = nil, clock: AsOfOptions.Clock = .recordedAt
    ) {
        self.item = item
        self.stream = stream
        self.ids = ids
        self.texts = texts
        self.fields = fields
        self.after = after
        self.upTo = upTo
        self.since = since
        self.until = until
        self.clock = clock
    }

    /// The query that selects the events by what an index knows.
    package var query: Query { Query(item) }

    /// Whether ``query`` selects the events whole, up to the stream and the range of positions.
    var isQuery: Bool { ids.isEmpty && texts.isEmpty && fields.isEmpty && since == nil && until == nil }

    /// Whether an event has the properties that are no part of ``query`` and of the range of positions.
    ///
    /// - Complexity: O(*n*) in the bytes of the event where texts or values are compared, else O(1).
    package func matchesRest(_ event: EventView) -> Bool {
        if !ids.isEmpty {
            guard ids.contains(where: { [id = event.id] in $0.matches(id) }) else { return false }
        }
        let time = clock.nanoseconds(of: event)
        if let since, time < since.nanosecondsSince1970 { return false }
        if let until, time > until.nanosecondsSince1970 { return false }
        for text in texts {
            guard text.occurs(in: event.data) || text.occurs(in: event.metadata) else { return false }
        }
        for field in fields {
            guard field.matches(event) else { return false }
        }
        return true
    }
}
