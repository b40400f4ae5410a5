package import DomainKit
package import Nacre

/// An event that gave a field its value.
package struct FieldOrigin: Hashable, Sendable {
    package let position: Position
    package let version: StreamVersion
    package let type: EventType
    package let time: Instant

    /// The actor; `nil` if the event names none.
    package let actor: String?

    init(_ event: RecordedEvent) {
        position = event.position
        version = event.version
        type = event.type
        time = event.time
        actor = event.context.actor
    }
}

/// A value of a field, and the event that gave it.
package struct FieldChange: Hashable, Sendable {
    /// The field.
    package let path: FieldPath

    /// The value as JSON; `nil` if the event removed the field.
    package let json: [UInt8]?

    /// The event; `nil` for a value of the initial state.
    package let origin: FieldOrigin?
}

/// The event that gave each field of a state its present value, found by comparing the states after each event.
package struct FieldOrigins: Sendable {
    // FEAT-49: The origin of a value is found by comparing states.

    /// The present fields, in the order of the state.
    package private(set) var present: [FieldChange]

    /// Creates the origins of an initial state.
    ///
    /// - Parameter state: The state.
    package init(of state: StateValue) {
        present = state.fields().map { FieldChange(path: $0.path, json: $0.json, origin: nil) }
    }

    /// Records the state after an event.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - event: The event.
    /// - Returns: What the event changed: removed fields first, then the others in the order of the state.
    /// - Complexity: O(*n*) in the fields.
    package mutating func record(_ state: StateValue, after event: RecordedEvent) -> [FieldChange] {
        let origin = FieldOrigin(event)
        var before = Dictionary(present.map { ($0.path, $0) }) { first, _ in first }
        var changes: [FieldChange] = []
        present = state.fields().map { path, json in
            let known = before.removeValue(forKey: path)
            if let known, known.json == json { return known }
            let change = FieldChange(path: path, json: json, origin: origin)
            changes.append(change)
            return change
        }
        let removed = before.keys.sorted().map { FieldChange(path: $0, json: nil, origin: origin) }
        return removed + changes
    }
}

extension Runtime {
    /// Finds the event that gave each field of a stream's state its value.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - moment: The moment of the state; `nil` for the present.
    ///   - changed: Called with each value that a field had, beginning with those of the initial state.
    ///   - failed: Called with the first event that cannot be decoded, at which the fold ends; by default, it throws.
    /// - Returns: The fields of the state; `nil` if no decider is declared for the category.
    /// - Throws: `EventStoreError`: `noSuchPosition` if the position is beyond the head; other codes if the log cannot
    ///   be read. Errors of `failed` and `changed`.
    package func fieldOrigins(
        of stream: StreamName, asOf moment: Moment? = nil,
        changed: (FieldChange) throws -> Void = { _ in },
        failed: (RecordedEvent, EventDecodingError) throws -> Void = { throw $1 }
    ) async throws -> [FieldChange]? {
        guard var fold = fold(for: stream.category) else { return nil }
        var origins = FieldOrigins(of: fold.value)
        try origins.present.forEach(changed)
        var isEnded = false
        try await forEachEvent(of: stream, in: extent(of: moment)) { event in
            guard !isEnded else { return }
            do throws(EventDecodingError) {
                guard try fold.apply(event) != .foreign else { return }
            } catch {
                isEnded = true
                return try failed(event, error)
            }
            try origins.record(fold.value, after: event).forEach(changed)
        }
        return origins.present
    }
}
