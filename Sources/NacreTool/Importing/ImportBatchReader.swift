import Nacre

/// Groups the lines of a source into batches.
struct ImportBatchReader: ~Copyable {
    private struct Item {
        let entry: Commit.Entry
        let id: EventID
        let line: Int
    }

    private var source: LineSource
    private let batchLines: Int
    private let batchBytes: Int
    private var contentIDs = ContentIDs()
    private var firstEmptyLine: Int?

    // The line that would have exceeded the limits of a commit in the previous batch.
    private var waiting: Item?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - source: The lines.
    ///   - batchLines: The maximum number of lines in a batch.
    ///   - batchBytes: The maximum number of bytes in a batch, as commits count them.
    init(_ source: consuming LineSource, batchLines: Int, batchBytes: Int = Limits.commitBytes) {
        self.source = source
        self.batchLines = max(1, batchLines)
        self.batchBytes = batchBytes
    }

    /// The number of bytes read so far.
    var byteCount: Int { source.byteCount }

    /// The next batch.
    ///
    /// - Returns: The batch, or `nil` at the end.
    /// - Throws: ``ImportError`` if a line is not an event, ``FileError`` if reading fails.
    mutating func next() throws -> ImportBatch? {
        var batch = ImportBatch(byteLimit: batchBytes)
        while batch.lines < batchLines, let item = try waiting.take() ?? nextItem() {
            guard batch.hasRoom(for: item.entry) else {
                waiting = item
                break
            }
            try batch.add(item.entry, id: item.id, line: item.line)
        }
        return batch.lines == 0 ? nil : batch
    }

    private mutating func nextItem() throws -> Item? {
        while let line = try source.next() {
            // Empty lines are allowed only at the end of the file: within it, something is missing.
            if line.bytes.allSatisfy(\.isWhiteSpace) {
                firstEmptyLine = firstEmptyLine ?? line.number
                continue
            }
            if let firstEmptyLine {
                throw ImportError(
                    .badLine, line: firstEmptyLine, "the line is empty, and more lines follow: remove it")
            }
            return try item(line)
        }
        return nil
    }

    private mutating func item(_ line: LineSource.Line) throws(ImportError) -> Item {
        var entry: Commit.Entry
        do throws(NDJSONError) {
            entry = try NDJSON.decode(line.bytes)
        } catch {
            throw ImportError(.badLine, line: line.number, error.message, cause: error)
        }
        let id = entry.event.id ?? contentIDs.next(for: entry)
        entry.event.id = id
        return Item(entry: entry, id: id, line: line.number)
    }
}

extension UInt8 {
    /// Whether this byte is JSON white space.
    fileprivate var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
