package import Nacre
package import NacreRuntime

extension HistoryEdit {
    /// The maximum number of edits that are repeated to the user.
    private static let maxRepeated = 16

    /// The edits in words, a line each, so that a mistaken event is noticed.
    ///
    /// - Parameters:
    ///   - edits: The edits.
    ///   - store: The store.
    /// - Returns: The lines, of the first edits.
    /// - Throws: `EventStoreError` if an event cannot be read.
    package static func lines(of edits: [HistoryEdit], in store: any EventStore) async throws -> [String] {
        var lines: [String] = []
        for edit in edits.prefix(maxRepeated) { lines.append(try await edit.words(in: store)) }
        if edits.count > maxRepeated { lines.append("and \(Figures.count(edits.count - maxRepeated, "other edit"))") }
        return lines
    }

    private func words(in store: any EventStore) async throws -> String {
        switch self {
        case .remove(let position): "without \(try await Self.event(at: position, in: store))"
        case .removeAll(let group): "without \(group.words)"
        case .replace(let position, _): "other data for \(try await Self.event(at: position, in: store))"
        case .insert(let after, let entry):
            "\(entry.event.type.text) of \(entry.stream.text) inserted \(Self.place(after))"
        case .move(let position, let after):
            "\(try await Self.event(at: position, in: store)) moved \(Self.place(after))"
        }
    }

    private static func event(at position: Position, in store: any EventStore) async throws -> String {
        let event = try await store.event(at: position)
        return "\(position), \(event.type.text) of \(event.stream.text)"
    }

    private static func place(_ position: Position) -> String {
        position == 0 ? "at the beginning" : "after \(position)"
    }
}

extension EventGroup {
    fileprivate var words: String {
        switch self {
        case .type(let type): "all events of type \(quoted(type.text))"
        case .stream(let stream): "all events of stream \(quoted(stream.text))"
        case .actor(let actor): "all events of actor \(quoted(actor))"
        case .correlation(let id): "all events of correlation \(quoted(id))"
        case .positions(let range):
            "\(range.lowerBound) to \(range.upperBound), \(Figures.count(range.count, "event"))"
        }
    }
}
