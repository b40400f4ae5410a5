package import Nacre

extension RefusedCommit {
    /// Describes the rules of a conflict that did not hold; `nil` if the log does not show them, as after a restore.
    ///
    /// - Parameters:
    ///   - error: The conflict.
    ///   - store: The store that has found it.
    /// - Throws: `EventStoreError` if the log cannot be read.
    /// - Complexity: A look-up in the index for each term of the queries.
    package init?(of error: EventStoreError, in store: any EventStore) async throws {
        let head = try await store.head()
        let places = TermPlaces(store: store, head: min(error.head ?? head, head))
        var rules: [Rule] = []
        for violation in error.violations {
            switch violation {
            case .expectation(let stream, let expected, let actual), .check(let stream, let expected, let actual):
                let last = try await places.event(actual, of: stream)?.position
                guard actual == 0 || last != nil else { return nil }
                rules.append(.version(expected: expected, actual: actual, last: last))
            case .condition(_, let condition, _):
                var items: [Item]?
                for item in condition.failIfEventsMatch.items ?? [] {
                    items = (items ?? []) + [try await places.item(item)].compactMap(\.self)
                }
                guard items?.isEmpty != true, condition.after <= places.head else { return nil }
                rules.append(.query(after: condition.after, head: places.head, items: items))
            }
        }
        guard !rules.isEmpty else { return nil }
        self.init(store: store.id, rules: rules)
    }
}

/// Finds events that have given names.
private struct TermPlaces {
    let store: any EventStore

    /// The last position that is looked at.
    let head: Position

    func event(_ version: StreamVersion, of stream: StreamName) async throws -> RecordedEvent? {
        guard version > 0 else { return nil }
        for try await event in store.read(stream, .forward(after: version - 1), limit: 1) { return event }
        return nil
    }

    /// An item by places; `nil` if no event of the log can match it.
    ///
    /// An alternative that no event has is left out, because it has matched nothing.
    func item(_ item: Query.Item) async throws -> RefusedCommit.Item? {
        var result = RefusedCommit.Item()
        for type in item.types { result.types += try await positions(.types(type)) }
        for category in item.categories { result.categories += try await positions(.categories(category)) }
        for tag in item.tags {
            guard let event = try await event(.tagged(tag)), let index = event.tags.firstIndex(of: tag) else {
                return nil
            }
            result.tags.append(RefusedCommit.TagPlace(position: event.position, index: index))
        }
        for (place, key) in ContextKey.allCases.enumerated() {
            for value in item[key] { result.contexts[place] += try await positions(key.query(value)) }
            guard item[key].isEmpty || !result.contexts[place].isEmpty else { return nil }
        }
        guard item.types.isEmpty || !result.types.isEmpty, item.categories.isEmpty || !result.categories.isEmpty
        else { return nil }
        return result
    }

    private func positions(_ query: Query) async throws -> [Position] {
        try await event(query).map { [$0.position] } ?? []
    }

    private func event(_ query: Query) async throws -> RecordedEvent? {
        guard head > 0 else { return nil }
        for try await event in store.readLog(.backward(from: head), matching: query, limit: 1) { return event }
        return nil
    }
}

extension ContextKey {
    /// The events that have a value.
    fileprivate func query(_ value: String) -> Query {
        switch self {
        case .correlationID: .correlations(value)
        case .causationID: .causations(value)
        case .actor: .actors(value)
        }
    }
}
