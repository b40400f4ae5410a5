import Nacre

/// Reads NDJSON lines as an import would, and writes nothing.
///
/// Every line is judged, against the limits, against the other lines of the file and, where there is one, against the
/// store. To compare lines of different batches it remembers some 40 bytes of every line.
struct NDJSONChecker {
    private let store: (any EventStore)?
    private let batchLines: Int

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - store: The store into which the lines would be imported; `nil` where it is not there yet.
    ///   - batchLines: How many lines are judged at a time.
    init(store: (any EventStore)?, batchLines: Int = 1000) {
        self.store = store
        self.batchLines = batchLines
    }

    /// Checks all lines.
    ///
    /// - Parameters:
    ///   - source: The lines.
    ///   - onBatch: Told how far it has come, after every batch.
    /// - Returns: What an import would do.
    /// - Throws: ``ImportError`` where a line is wrong; ``FileError`` where reading fails; what the store throws;
    ///   `CancellationError` between two batches.
    func run(
        _ source: consuming LineSource, onBatch: (ImportSummary) -> Void = { _ in }
    ) async throws -> ImportSummary {
        var batches = ImportBatchReader(source, batchLines: batchLines)
        var seen: [EventID: (identity: ContentHash, line: Int)] = [:]
        var summary = ImportSummary()
        while let batch = try batches.next() {
            try Task.checkCancellation()
            for (entry, line) in zip(batch.entries, batch.lineNumbers) {
                guard let id = entry.event.id else { continue }
                let identity = ContentHash(identityOf: entry)
                if let earlier = seen.updateValue((identity, line), forKey: id) {
                    guard earlier.identity == identity else {
                        throw ImportError.idTaken(id, line: line, by: "line \(earlier.line)")
                    }
                } else if try await store?.isRecorded(entry, line: line) != true {
                    summary.imported += 1
                }
            }
            summary.lines += batch.lines
            summary.bytes = batches.byteCount
            onBatch(summary)
        }
        return summary
    }
}
