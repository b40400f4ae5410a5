package import Nacre

/// A receiver of a whole log that an engine reads back, event by event.
package protocol LogObserver: Sendable {
    /// Whether events must be passed with their ids and tags.
    var wantsLabels: Bool { get }

    /// Takes the next event of the log, with its id and tags if ``wantsLabels``.
    ///
    /// The stream and the type are the bytes of their names.
    mutating func observe(
        position: Position, version: StreamVersion, stream: RawSpan, payload: RawSpan, type: RawSpan, schema: Int,
        metadata: RawSpan, id: EventID?, tags: [Tag])
}

extension LogObserver {
    /// Takes the next event of the log, as a self-contained value.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload.
    package mutating func observe(_ event: RecordedEvent) {
        observe(
            position: event.position, version: event.version, stream: event.stream.text.utf8.span.bytes,
            payload: event.data.span.bytes, type: event.type.text.utf8.span.bytes, schema: event.schema,
            metadata: event.metadata.span.bytes, id: event.id, tags: event.tags)
    }
}
