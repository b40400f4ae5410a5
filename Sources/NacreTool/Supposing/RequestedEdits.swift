import Nacre
package import NacreRuntime

/// Edits of a history as a user names them, by texts.
package struct RequestedEdits: Hashable, Sendable {
    /// Other data for an event.
    package struct Replacement: Hashable, Sendable {
        /// The event: its position, its id or the beginning of its id.
        package var event: String

        /// The data, as JSON.
        package var json: String

        /// Creates a replacement.
        package init(event: String, json: String) {
            self.event = event
            self.json = json
        }
    }

    /// An inserted event.
    package struct Insertion: Hashable, Sendable {
        /// The event that it comes after; `0` for the beginning.
        package var after: String

        package var stream: String
        package var type: String

        /// The data, as JSON.
        package var json: String

        /// Creates an insertion.
        package init(after: String, stream: String, type: String, json: String) {
            self.after = after
            self.stream = stream
            self.type = type
            self.json = json
        }
    }

    /// A moved event.
    package struct Move: Hashable, Sendable {
        package var event: String

        /// The event that it comes after; `0` for the beginning.
        package var after: String

        /// Creates a move.
        package init(event: String, after: String) {
            self.event = event
            self.after = after
        }
    }

    /// Events that are left out, or ranges such as `1200..1210`.
    package var without: [String] = []

    package var withoutTypes: [String] = []
    package var withoutStreams: [String] = []
    package var withoutActors: [String] = []
    package var withoutCorrelations: [String] = []
    package var replacements: [Replacement] = []
    package var insertions: [Insertion] = []
    package var moves: [Move] = []

    /// Creates edits: none.
    package init() {}

    /// The names that events should have.
    package var criteria: [EventCriteria] {
        var named = EventCriteria()
        named.item = Query.Item(
            types: withoutTypes.map { EventType($0) }, correlations: withoutCorrelations, actors: withoutActors)
        return [named]
            + withoutStreams.map { stream in
                var criteria = EventCriteria()
                criteria.stream = StreamName(stream)
                return criteria
            }
    }
}

extension RequestedEdits {
    /// The edits, with the events that they name looked up.
    ///
    /// - Parameter runtime: The store with the program's features.
    /// - Returns: The edits, in the order of the properties.
    /// - Throws: ``CommandError`` if an event does not exist, a range is not in order or data is not JSON;
    ///   `EventStoreError`.
    package func edits(in runtime: Runtime) async throws -> [HistoryEdit] {
        let store = runtime.store
        var edits: [HistoryEdit] = []
        for text in without { edits.append(try await removal(text, in: store)) }
        edits += groups.map { .removeAll($0) }
        for replacement in replacements {
            edits.append(
                .replace(
                    try await position(replacement.event, in: store),
                    data: try EventArguments.json(replacement.json, of: "--data")))
        }
        for insertion in insertions {
            let type = EventType(insertion.type)
            let event = EventData(
                type: type, schema: runtime.currentSchema(of: type) ?? 1,
                data: try EventArguments.json(insertion.json, of: "the JSON of --insert"))
            edits.append(
                .insert(
                    after: try await place(insertion.after, in: store),
                    Commit.Entry(stream: StreamName(insertion.stream), event: event)))
        }
        for move in moves {
            edits.append(
                .move(try await position(move.event, in: store), after: try await place(move.after, in: store)))
        }
        return edits
    }

    /// The groups of events that are left out.
    private var groups: [EventGroup] {
        var groups: [EventGroup] = withoutTypes.map { .type(EventType($0)) }
        groups += withoutStreams.map { .stream(StreamName($0)) }
        groups += withoutActors.map { .actor($0) }
        groups += withoutCorrelations.map { .correlation($0) }
        return groups
    }

    /// Leaves out an event, or a range such as `1200..1210`.
    private func removal(_ text: String, in store: any EventStore) async throws -> HistoryEdit {
        guard let dots = text.firstRange(of: "..") else { return .remove(try await position(text, in: store)) }
        guard let first = Position(text[..<dots.lowerBound]), let last = Position(text[dots.upperBound...]),
            first <= last
        else {
            throw CommandError(
                .badInput, "\(quoted(text)) is not a range: give two positions in order, such as 1200..1210")
        }
        return .removeAll(.positions(first...last))
    }

    /// The position of an event; one that the log does not have is refused when the edits are planned.
    private func position(_ text: String, in store: any EventStore) async throws -> Position {
        if let number = Position(text), text.utf8.count < 8, !text.hasPrefix("0") { return number }
        return try await EventReference(text: text).event(in: store).position
    }

    private func place(_ text: String, in store: any EventStore) async throws -> Position {
        text == "0" ? 0 : try await position(text, in: store)
    }
}
