import Nacre

/// Writes the events of a store as NDJSON lines.
struct NDJSONExporter {
    private let store: any EventStore

    /// Makes an exporter.
    ///
    /// - Parameter store: Where the events come from.
    init(store: any EventStore) {
        self.store = store
    }

    /// Writes the whole log, or one stream, up to its end of the moment when reading began.
    ///
    /// - Parameters:
    ///   - stream: The stream; `nil` for the whole log. One that does not exist has no lines.
    ///   - output: Where the lines go. All are written when this returns; finishing the output is the caller's.
    ///   - onLine: Told how many lines there are so far, after every line.
    /// - Returns: How many lines were written.
    /// - Throws: ``FileError`` where writing fails; what the store throws; `CancellationError`.
    func run(
        stream: StreamName? = nil, to output: inout BufferedOutput, onLine: (Int) -> Void = { _ in }
    ) async throws -> Int {
        var count = 0
        for try await event in stream.map({ store.read($0) }) ?? store.readLog() {
            NDJSON.write(event, to: &output.buffer)
            output.buffer.append(UInt8(ascii: "\n"))
            try output.flushIfFull()
            count += 1
            onLine(count)
        }
        try output.flush()
        return count
    }
}
