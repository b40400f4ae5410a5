import Nacre

/// An event of an edited stream, as it was recorded and as it is in the edited history.
package struct EditedStep: Sendable {
    /// The number of its stream among the edited ones.
    let stream: Int

    /// The recorded event; `nil` at the place of an inserted, moved or replaced one.
    var recorded: RecordedEvent?

    /// The event in the edited history; `nil` where it is left out, moved or replaced.
    var edited: RecordedEvent?
}

extension EditedHistory {
    /// The next events of the edited streams, with the events that are placed between them.
    ///
    /// - Parameters:
    ///   - share: The streams.
    ///   - log: The recorded log.
    ///   - start: The position before the first event.
    ///   - batch: How much is read.
    /// - Returns: The events, in order, with the positions by which they are known, and the last position read.
    /// - Throws: `EventStoreError` if the log cannot be read.
    func steps(
        of share: StreamShare, in log: any MappedLog, after start: Position, _ batch: RuleBatch
    ) throws -> (steps: [EditedStep], end: Position) {
        var steps: [EditedStep] = []
        var (bytes, end) = (0, start)
        var next = placed.firstIndexInOrder { $0.after >= start }
        func passPlaced(before position: Position) {
            while next < placed.count, placed[next].after < position {
                let event = placed[next].event
                let name = event.stream.text.utf8Span.span
                if share.contains(name), let stream = streams.number(of: name) {
                    steps.append(EditedStep(stream: stream, edited: event))
                }
                next += 1
            }
        }
        if start < head {
            try log.scan(
                after: start,
                while: { event in
                    passPlaced(before: event.position)
                    end = event.position
                    let name = event.streamName
                    if share.contains(name), mayBeEdited(name), let stream = streams.number(of: name) {
                        let recorded = event.recorded()
                        bytes += recorded.data.count + recorded.metadata.count
                        let edited = edited(recorded, by: streams.edits[stream])
                        steps.append(EditedStep(stream: stream, recorded: recorded, edited: edited))
                    }
                    return end < head && end - start < batch.events && bytes < batch.bytes
                })
        }
        if end == head { passPlaced(before: .max) }
        return (steps, end)
    }

    /// A recorded event in the edited history; `nil` if it is not at its place.
    private func edited(_ event: RecordedEvent, by edits: EditedStreams.Edits) -> RecordedEvent? {
        let removed = edits.removed.count(below: event.version)
        if removed < edits.removed.count, edits.removed[removed] == event.version { return nil }
        return event.at(
            version: version(of: event.version, in: edits),
            isLastOfCommit: event.isLastOfCommit || endsCommit(event.position))
    }
}
