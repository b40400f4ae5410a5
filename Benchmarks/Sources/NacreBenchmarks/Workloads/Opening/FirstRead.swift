import Foundation

/// The opening of a filled store, with the first read: that of a stream drawn at random.
struct FirstRead: Sendable {
    let opening: UInt64

    let nanoseconds: UInt64

    private let stream: String
    private let found: LogContents
    private let expected: LogContents
    private let head: UInt64
    private let events: UInt64

    /// Opens the store in a folder, reads, and closes it.
    init(
        of store: FilledStore, in folder: URL, _ engine: any BenchmarkEngine, _ contents: StreamContents, run: Int
    ) async throws {
        let load = store.manifest.load
        var random = SplitMix64(seed: load.seed &+ UInt64(run))
        let number = random.next(below: load.streams)
        let stream = AppendLoad.streamName(number)
        let start = monotonicNanoseconds()
        let (opened, read, found, head) = try await engine.withSession(folder) { session in
            let opened = monotonicNanoseconds()
            let found = try await session.load(stream)
            let read = monotonicNanoseconds()
            return (opened, read, found, try await session.head())
        }
        (opening, nanoseconds) = (opened - start, read - start)
        (self.stream, self.found, self.head) = ("\(stream)", found, head)
        (expected, events) = (contents[number], store.manifest.contents.events)
    }

    func audit() -> AuditReport {
        var report = AuditReport()
        report.add(
            "the first read finds the whole stream", passed: found == expected,
            detail: "\(stream) has \(expected.events) events, \(found.events) were loaded")
        report.add(
            "a reopened store has the head it was closed with", passed: head == events,
            detail: "its head is \(head), the log has \(events) events")
        return report
    }
}
