public import DomainKit

/// The recorded decision that a projection skips an event.
///
/// The decision is itself an event, in the projection's own stream of the log. Rebuilt read models therefore skip the
/// same events in every process, and a copy of the log includes the reasons.
public struct ProjectionSkip: Hashable, Sendable {
    // PROJ-24: A skip is an event in the log.

    /// The event.
    public let eventID: EventID

    /// The position of the event when it was skipped.
    public let position: Position

    /// The schema version of the projection that skips it.
    ///
    /// Other versions still apply the event.
    public let schemaVersion: Int

    /// Why the event may be skipped.
    public let reason: String

    /// When the decision was made.
    public let time: Instant

    /// Creates a skip from its parts.
    public init(eventID: EventID, position: Position, schemaVersion: Int, reason: String, time: Instant) {
        self.eventID = eventID
        self.position = position
        self.schemaVersion = schemaVersion
        self.reason = reason
        self.time = time
    }

    /// The type of the event that records the decision.
    public static let eventType: EventType = "PositionSkipped"

    /// The maximum length of a reason, in bytes of UTF-8.
    public static let reasonBytes = 1_024

    /// The stream in which the skips of a projection are recorded.
    ///
    /// - Parameter projection: The name of the projection.
    /// - Returns: The name of the stream, which is reserved for the store.
    public static func stream(of projection: String) -> StreamName { StreamName("$projection-\(projection)") }
}

extension ProjectionSkip {
    /// The recorded decision, as JSON.
    private struct Record: Codable {
        let eventId: String
        let position: Position
        let reason: String
        let schemaVersion: Int
    }

    /// The event that records the skip.
    func event() throws -> EventData {
        try EventData(
            type: Self.eventType, time: time,
            json: Record(
                eventId: eventID.description, position: position, reason: reason, schemaVersion: schemaVersion))
    }

    /// Decodes a skip; `nil` unless the event is a skip of the known schema with all its fields.
    ///
    /// Any other event skips nothing, so the projection halts at the event that it was meant to skip.
    init?(_ event: RecordedEvent) {
        // A newer schema is a foreign record: this program cannot know what it skips. See PROC-04.
        guard event.type == Self.eventType, event.schema == 1, let record = try? event.json(Record.self),
            let eventID = EventID(record.eventId)
        else { return nil }
        self.init(
            eventID: eventID, position: record.position, schemaVersion: record.schemaVersion, reason: record.reason,
            time: event.time)
    }

    static func validate(reason: String) throws(EventStoreError) {
        let count = reason.utf8.count
        guard (1...reasonBytes).contains(count) else {
            throw .invalid("the reason of a skip is 1 to \(reasonBytes) bytes of UTF-8, this has \(count)")
        }
    }
}

extension ProjectionRunner {
    /// The events that the projection skips, in the order of the decisions.
    ///
    /// - Returns: The skips of all schema versions.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    public func skips() async throws -> [ProjectionSkip] {
        var skips: [ProjectionSkip] = []
        var foreign = foreignRecords.findings(in: ProjectionSkip.stream(of: projection.name))
        for try await event in store.read(foreign.stream) {
            if let skip = ProjectionSkip(event) {
                skips.append(skip)
            } else {
                foreign.add(event, because: "a \(quoted(event.type.text)) that is not a projection's skip")
            }
        }
        if let found = foreignRecords.notice(of: foreign) {
            notice(ProjectionNotice(projection: projection.name, reason: .foreignRecords(found), position: nil))
        }
        return skips
    }

    /// The events that this schema version of the projection skips.
    func skippedEvents() async throws -> Set<EventID> {
        // A new schema version inherits no skips, because it may be able to apply the event.
        Set(try await skips().lazy.filter { $0.schemaVersion == projection.schemaVersion }.map(\.eventID))
    }

    /// The halt if it is still in force.
    ///
    /// Skipping its event ends it, whichever process recorded the skip.
    func inForce(_ halt: ProjectionHalt?) async throws -> ProjectionHalt? {
        guard let halt else { return nil }
        let skipped = try await skippedEvents()
        // Usually there are no skips, and the event need not be looked up.
        guard !skipped.isEmpty else { return halt }
        return skipped.contains(try await store.event(at: halt.position).id) ? nil : halt
    }
}
