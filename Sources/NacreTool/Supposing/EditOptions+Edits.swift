import Nacre
import NacreRuntime

extension EditOptions {
    /// The edits, with the events that they name looked up.
    ///
    /// - Parameter store: The store.
    /// - Returns: The edits, in the order of the options' list.
    /// - Throws: ``CommandError`` if an event does not exist, a range is not in order or data is not JSON;
    ///   `EventStoreError`.
    func edits(in store: any EventStore) async throws -> [HistoryEdit] {
        var edits: [HistoryEdit] = []
        for text in without { edits.append(try await removal(text, in: store)) }
        edits += groups.map { .removeAll($0) }
        for (text, json) in zip(replace, data) {
            edits.append(
                .replace(try await position(text, in: store), data: try EventArguments.json(json, of: "--data")))
        }
        for index in stride(from: 0, to: insert.count, by: 4) {
            let type = EventType(insert[index + 2])
            let event = EventData(
                type: type, schema: Tool.features.currentSchema(of: type) ?? 1,
                data: try EventArguments.json(insert[index + 3], of: "the JSON of --insert"))
            edits.append(
                .insert(
                    after: try await place(insert[index], in: store),
                    Commit.Entry(stream: StreamName(insert[index + 1]), event: event)))
        }
        for index in stride(from: 0, to: move.count, by: 2) {
            edits.append(
                .move(
                    try await position(move[index], in: store), after: try await place(move[index + 1], in: store)))
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
