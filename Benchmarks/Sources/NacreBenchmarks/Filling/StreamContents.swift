/// The contents of every stream of a filled store, computed by planning the same appends again.
struct StreamContents: Sendable {
    private var streams: [LogContents]

    init(_ manifest: FilledStore.Manifest) {
        let load = manifest.load
        let templates = PayloadTemplates(of: load)
        streams = [LogContents](repeating: LogContents(events: 0, payloadSum: 0), count: load.streams)
        for (writer, appends) in manifest.appends.enumerated() {
            var plan = WriterPlan(load: load, writer: writer)
            for _ in 0..<appends {
                let step = plan.next()
                for offset in 0..<UInt64(load.eventsPerAppend) {
                    let mark = EventMark(
                        writer: UInt32(writer), stream: UInt32(step.stream), sequence: step.firstSequence + offset)
                    streams[step.stream].events += 1
                    streams[step.stream].payloadSum &+= templates.sum(of: mark)
                }
            }
        }
    }

    subscript(stream: Int) -> LogContents { streams[stream] }
}
