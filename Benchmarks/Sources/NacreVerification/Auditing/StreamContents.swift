/// The contents of every stream of a filled store, computed by planning the same appends again.
package struct StreamContents: Sendable {
    private var streams: [LogContents]

    /// Plans the given number of appends of each writer.
    package init(_ load: AppendLoad, appends: [Int]) {
        let templates = PayloadTemplates(of: load)
        streams = [LogContents](repeating: LogContents(), count: load.streams)
        for (writer, appends) in appends.enumerated() {
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

    package subscript(stream: Int) -> LogContents { streams[stream] }
}
