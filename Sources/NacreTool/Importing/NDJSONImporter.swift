import Nacre

/// Appends the events of NDJSON lines to a store, one commit for each batch of lines.
///
/// Lines that are already recorded are skipped: importing a file again changes nothing, and importing a file that has
/// grown adds the new lines.
struct NDJSONImporter {
    private let store: any EventStore
    private let batchLines: Int

    /// Creates an importer.
    ///
    /// - Parameters:
    ///   - store: The store that the events are appended to.
    ///   - batchLines: The number of lines in a commit; fewer if the limits of a commit are reached.
    init(store: any EventStore, batchLines: Int = 1000) {
        self.store = store
        self.batchLines = batchLines
    }

    /// Imports all lines.
    ///
    /// - Parameters:
    ///   - source: The lines.
    ///   - onBatch: Called after every batch with the summary so far.
    /// - Returns: The summary of the import.
    /// - Throws: ``ImportError`` if a line is wrong: nothing of its batch is written, and the batches before it stay;
    ///   ``FileError`` if reading fails; the store's errors; `CancellationError` between two batches.
    func run(
        _ source: consuming LineSource, onBatch: (ImportSummary) -> Void = { _ in }
    ) async throws -> ImportSummary {
        var batches = ImportBatchReader(source, batchLines: batchLines)
        var summary = ImportSummary()
        while let batch = try batches.next() {
            try Task.checkCancellation()
            if let appended = try await append(batch) {
                summary.imported += appended.count
                summary.lastPosition = appended.lastPosition
            }
            summary.lines += batch.lines
            summary.bytes = batches.byteCount
            onBatch(summary)
        }
        return summary
    }

    /// Appends the events that are not recorded yet; `nil` if all are.
    private func append(_ batch: ImportBatch) async throws -> (count: Int, lastPosition: Position)? {
        var entries = batch.entries
        var lineNumbers = batch.lineNumbers
        while !entries.isEmpty {
            do {
                let result = try await store.append(Commit(entries: entries), as: .system)
                return result.wasAlreadyCommitted ? nil : (entries.count, result.lastPosition)
            } catch let error as EventStoreError where error.code == .idempotencyMismatch {
                // Each line is looked up only if some events of the batch are already recorded. Another process may
                // import the same lines meanwhile, so the rest is checked again.
                let count = entries.count
                (entries, lineNumbers) = try await unrecorded(entries, lineNumbers)
                guard entries.count < count else { throw error }
            }
        }
        return nil
    }

    private func unrecorded(
        _ entries: [Commit.Entry], _ lineNumbers: [Int]
    ) async throws -> (entries: [Commit.Entry], lineNumbers: [Int]) {
        var rest: (entries: [Commit.Entry], lineNumbers: [Int]) = ([], [])
        for (entry, line) in zip(entries, lineNumbers) where try await !store.isRecorded(entry, line: line) {
            rest.entries.append(entry)
            rest.lineNumbers.append(line)
        }
        return rest
    }
}

extension EventStore {
    /// Whether the event of a line is recorded.
    ///
    /// - Parameters:
    ///   - entry: The event.
    ///   - line: The number of its line.
    /// - Returns: Whether the event is recorded with the same stream, type and data.
    /// - Throws: ``ImportError`` if its id is recorded with another stream, type or data; the store's errors.
    func isRecorded(_ entry: Commit.Entry, line: Int) async throws -> Bool {
        guard let id = entry.event.id, let recorded = try await event(withID: id) else { return false }
        guard entry.isRecorded(as: recorded) else {
            throw ImportError.idTaken(id, line: line, by: "the event at position \(recorded.position)")
        }
        return true
    }
}
