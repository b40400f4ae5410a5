import Nacre

/// Writes the events of a store as NDJSON lines.
struct NDJSONExporter {
    private let store: any EventStore

    /// Creates an exporter.
    ///
    /// - Parameter store: The store that the events are read from.
    init(store: any EventStore) {
        self.store = store
    }

    /// Writes the whole log, or one stream, up to its end at the time when reading begins.
    ///
    /// - Parameters:
    ///   - stream: The stream; `nil` for the whole log. A stream that does not exist has no lines.
    ///   - output: The output. All lines are written when this method returns; the caller finishes the output.
    ///   - onLine: Called after every line with the number of lines so far.
    /// - Returns: The number of lines written.
    /// - Throws: ``FileError`` if writing fails; the store's errors; `CancellationError`.
    func run(
        stream: StreamName? = nil, to output: inout BufferedOutput, onLine: (Int) -> Void = { _ in }
    ) async throws -> Int {
        var count = 0
        for try await event in stream.map({ store.read($0) }) ?? store.readLog() {
            try output.writeLine(of: event)
            count += 1
            onLine(count)
        }
        try output.flush()
        return count
    }
}

extension BufferedOutput {
    /// Writes an event as a line.
    ///
    /// - Throws: ``FileError``.
    mutating func writeLine(of event: RecordedEvent) throws(FileError) {
        NDJSON.write(event, to: &buffer)
        buffer.append(UInt8(ascii: "\n"))
        try flushIfFull()
    }
}
