import Nacre

/// Makes the events of a writer's appends; the same append always has the same events.
struct EventMaker: Sendable {
    let load: AppendLoad
    let writer: UInt32
    let templates: PayloadTemplates

    /// Whether events have the types and tags of announced events.
    var announces = false

    func callAsFunction(_ step: WriterPlan.Step) -> [EventData] {
        var events: [EventData] = []
        events.reserveCapacity(load.eventsPerAppend)
        let hasIDs = load.labels == .idAndTags
        for offset in 0..<load.eventsPerAppend {
            let mark = step.mark(offset, of: writer, in: load)
            events.append(
                EventData(
                    id: hasIDs ? mark.id(of: load) : nil,
                    type: announces ? EventMark.announcedTypes[mark.announcedType] : templates.type(of: mark),
                    schema: templates.schema(of: mark),
                    tags: mark.tags(of: load)
                        + (announces ? [EventMark.announcedTags[mark.announcedTag]] : templates.tags(of: mark)),
                    data: templates.payload(of: mark), metadata: templates.metadata(of: mark)))
        }
        return events
    }
}
