package import Nacre

/// An event as it is named on the command line: by its position, its id, or the beginning of its id.
package struct EventReference: Hashable, Sendable {
    /// The fewest digits that may be the beginning of an id although they are a number.
    private static let digitsOfID = 8

    let text: String

    /// Creates a reference.
    package init(text: String) {
        self.text = text
    }

    /// The event.
    ///
    /// Digits alone, without zeros in front, are a position if the log has it, or if there are fewer than eight.
    ///
    /// - Parameter store: The store.
    /// - Returns: The event.
    /// - Throws: ``CommandError`` if there is none, or several ids begin like this; `EventStoreError`.
    package func event(in store: any EventStore) async throws -> RecordedEvent {
        let head = try await store.head()
        let position = text.hasPrefix("0") && text != "0" ? nil : Position(text)
        if let position, 0 < position, position <= head { return try await store.event(at: position) }
        guard position == nil || text.utf8.count >= Self.digitsOfID, let prefix = IDPrefix(text) else {
            let positions = head == 0 ? "a position of the log, which is empty," : "a position from 1 to \(head)"
            throw CommandError(
                .badInput,
                "\(quoted(text)) is neither \(positions) nor an id or its beginning, of hexadecimal digits")
        }
        var criteria = EventCriteria()
        criteria.ids = [prefix]
        var found: [RecordedEvent] = []
        try await EventSearch(in: store, for: criteria).forEach(.first(4)) { found.append($0) }
        guard let event = found.first else {
            throw CommandError(.noSuchEvent, "no event has an id that begins with \(quoted(text)), nor that position")
        }
        guard found.count == 1 else {
            let ids = found.prefix(3).map(\.id.description)
            throw CommandError(
                .badInput,
                "several ids begin with \(quoted(text)), such as \(Figures.list(ids)): give more digits of one")
        }
        return event
    }
}
