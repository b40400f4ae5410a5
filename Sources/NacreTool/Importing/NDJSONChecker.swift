import Nacre

/// Reads NDJSON lines as an import would, and writes nothing.
///
/// Every line is checked against the limits, the other lines of the file and, if there is one, the store. To compare
/// lines of different batches, the checker keeps about 40 bytes of every line in memory.
struct NDJSONChecker {
    private let store: (any EventStore)?
    private let batchLines: Int

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - store: The store into which the lines would be imported; `nil` if it does not exist yet.
    ///   - batchLines: The number of lines checked at a time.
    init(store: (any EventStore)?, batchLines: Int = 1000) {
        self.store = store
        self.batchLines = batchLines
    }

    /// Checks all lines.
    ///
    /// - Parameters:
    ///   - source: The lines.
    ///   - onBatch: Called after every batch with the summary so far.
    /// - Returns: The summary that an import would have.
    /// - Throws: ``ImportError`` if a line is wrong; ``FileError`` if reading fails; the store's errors;
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
