package import Nacre

/// Finds the events that made the rules of a refusal fail.
package struct RefusalExplanation {
    let store: any EventStore
    let refusal: RefusedCommit

    /// Prepares an explanation.
    ///
    /// - Throws: ``CommandError`` if the refusal is of another store, or of positions that the log does not have.
    package init(of refusal: RefusedCommit, in store: any EventStore) async throws {
        guard refusal.store == store.id else { throw CommandError.foreignToken(of: refusal.store, in: store.id) }
        let head = try await store.head()
        if let beyond = refusal.rules.flatMap(\.positions).max(), beyond > head {
            throw CommandError(
                .badInput,
                "the token names position \(beyond), and the log ends at position \(head): it is of a later state of this "
                    + "store, from which an older copy was restored")
        }
        self.store = store
        self.refusal = refusal
    }

    /// A rule in words, and its events.
    package struct Rule {
        package let words: String
        let events: EventSequence

        /// The last position that counts.
        package let end: Position
    }

    /// The rules, in the order of the refusal.
    ///
    /// - Throws: ``CommandError`` if an event lacks what the token names; `EventStoreError`.
    func rules() async throws -> [Rule] {
        var rules: [Rule] = []
        for rule in refusal.rules {
            switch rule {
            case .version(let expected, let actual, let last):
                rules.append(try await self.rule(expected, actual, last))
            case .query(let after, let head, let items):
                let condition = AppendCondition(failIfEventsMatch: try await query(items), after: after)
                rules.append(
                    Rule(
                        words: "expected \(condition)",
                        events: store.readLog(.forward(after: after), matching: condition.failIfEventsMatch),
                        end: head))
            }
        }
        return rules
    }

    /// Calls a closure with each event that made a rule fail.
    func forEachEvent(of rule: Rule, _ body: (RecordedEvent) async throws -> Void) async throws {
        for try await event in rule.events {
            guard event.position <= rule.end else { break }
            try await body(event)
        }
    }

    private func rule(_ expected: Expectation, _ actual: StreamVersion, _ last: Position?) async throws -> Rule {
        guard let last else {
            return Rule(
                words: "expected a stream \(expected), it did not exist (version 0): no event made it fail",
                events: EventSequence.none(of: store), end: 0)
        }
        let stream = try await event(at: last).stream
        let words = Violation.expectation(stream: stream, expected: expected, actual: actual).description
        // The versions that the expectation does not allow.
        let first: StreamVersion? =
            switch expected {
            case .noStream: 1
            case .exact(let version): version < actual ? version + 1 : nil
            case .any, .streamExists: nil
            }
        guard let first else {
            return Rule(
                words: "\(words): no event made it fail, events are missing", events: EventSequence.none(of: store),
                end: 0)
        }
        return Rule(words: words, events: store.read(stream, .forward(after: first - 1)), end: last)
    }

    private func query(_ items: [RefusedCommit.Item]?) async throws -> Query {
        guard let items else { return .all }
        var result: [Query.Item] = []
        for item in items {
            var terms = Query.Item()
            for position in item.types { terms.types.append(try await event(at: position).type) }
            for position in item.categories { terms.categories.append(try await event(at: position).stream.category) }
            for place in item.tags {
                let tags = try await event(at: place.position).tags
                guard tags.indices.contains(place.index) else { throw CommandError.unfitToken(place.position) }
                terms.tags.append(tags[place.index])
            }
            terms.correlations = try await values(\.correlationID, at: item.contexts, .correlationID)
            terms.causations = try await values(\.causationID, at: item.contexts, .causationID)
            terms.actors = try await values(\.actor, at: item.contexts, .actor)
            result.append(terms)
        }
        let query = Query(result)
        try query.validate()
        return query
    }

    private func values(
        _ value: KeyPath<EventContext, String?>, at places: [[Position]], _ key: ContextKey
    ) async throws -> [String] {
        var values: [String] = []
        for position in places[ContextKey.allCases.firstIndex(of: key) ?? 0] {
            guard let text = try await event(at: position).context[keyPath: value] else {
                throw CommandError.unfitToken(position)
            }
            values.append(text)
        }
        return values
    }

    private func event(at position: Position) async throws -> RecordedEvent { try await store.event(at: position) }
}

extension EventSequence {
    /// No events.
    fileprivate static func none(of store: any EventStore) -> EventSequence {
        store.readLog(.forward(), matching: .all, limit: 0)
    }
}

extension RefusedCommit.Rule {
    /// The positions that it names.
    fileprivate var positions: [Position] {
        switch self {
        case .version(_, _, let last): return last.map { [$0] } ?? []
        case .query(let after, let head, let items):
            var positions = [after, head]
            for item in items ?? [] {
                positions += item.types
                positions += item.categories
                for context in item.contexts { positions += context }
                for tag in item.tags { positions.append(tag.position) }
            }
            return positions
        }
    }
}

extension CommandError {
    fileprivate static func foreignToken(of other: StoreID, in store: StoreID) -> CommandError {
        CommandError(
            .badInput,
            "the token is of the store \(other), and this is the store \(store): give the store of the refused append "
                + "with --store")
    }

    fileprivate static func unfitToken(_ position: Position) -> CommandError {
        CommandError(.badInput, "the token does not fit this log: the event at position \(position) is another one")
    }
}
