import Nacre

/// Appends the events of NDJSON lines to a store, a batch of lines a commit.
///
/// Lines that are recorded already are skipped, so importing a file again changes nothing, and importing one that has
/// grown adds what is new.
struct NDJSONImporter {
    private let store: any EventStore
    private let batchLines: Int

    /// Makes an importer.
    ///
    /// - Parameters:
    ///   - store: Where the events go.
    ///   - batchLines: How many lines become one commit; fewer do where a commit's limits are reached.
    init(store: any EventStore, batchLines: Int = 1000) {
        self.store = store
        self.batchLines = batchLines
    }

    /// Imports all lines.
    ///
    /// - Parameters:
    ///   - source: The lines.
    ///   - onBatch: Told what has been done, after every batch.
    /// - Returns: What has been done.
    /// - Throws: ``ImportError`` where a line is wrong: nothing of its batch is written, the batches before it stay;
    ///   ``FileError`` where reading fails; what the store throws; `CancellationError` between two batches.
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

    /// Appends what is not recorded yet; `nil` where everything is.
    private func append(_ batch: ImportBatch) async throws -> (count: Int, lastPosition: Position)? {
        var entries = batch.entries
        var lineNumbers = batch.lineNumbers
        while !entries.isEmpty {
            do {
                let result = try await store.append(Commit(entries: entries), as: .system)
                return result.wasAlreadyCommitted ? nil : (entries.count, result.lastPosition)
            } catch let error as EventStoreError where error.code == .idempotencyMismatch {
                // Looking every line up is paid only where an import meets what an earlier one has left. Another
                // process may import the same lines meanwhile, so the rest is judged anew.
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
    /// Whether a line's event is recorded.
    ///
    /// - Parameters:
    ///   - entry: The event.
    ///   - line: The number of its line.
    /// - Returns: Whether it is recorded with the same stream, type and data.
    /// - Throws: ``ImportError`` where it is recorded with others; what the store throws.
    func isRecorded(_ entry: Commit.Entry, line: Int) async throws -> Bool {
        guard let id = entry.event.id, let recorded = try await event(withID: id) else { return false }
        guard entry.isRecorded(as: recorded) else {
            throw ImportError.idTaken(id, line: line, by: "the event at position \(recorded.position)")
        }
        return true
    }
}
