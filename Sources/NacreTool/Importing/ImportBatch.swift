import Nacre

/// The lines that become one commit.
struct ImportBatch {
    /// The events; all have ids, and no id occurs twice.
    private(set) var entries: [Commit.Entry] = []

    /// The line number of each event.
    private(set) var lineNumbers: [Int] = []

    /// The number of lines added, including those that repeat an event of the batch.
    private(set) var lines = 0

    private let byteLimit: Int
    private var byteCount = 0
    private var places: [EventID: Int] = [:]

    /// Creates an empty batch.
    ///
    /// - Parameter byteLimit: The maximum number of bytes, as commits count them.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// Whether a commit of these events and one more is within the limits; a single event always is.
    func hasRoom(for entry: Commit.Entry) -> Bool {
        entries.isEmpty || (entries.count < Limits.eventsPerCommit && byteCount + entry.byteCount <= byteLimit)
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - entry: The event.
    ///   - id: The event's id.
    ///   - line: The number of the line.
    /// - Throws: ``ImportError`` if an earlier line of the batch has the id with different content.
    mutating func add(_ entry: Commit.Entry, id: EventID, line: Int) throws(ImportError) {
        if let place = places[id] {
            guard entries[place].isSameEvent(as: entry) else {
                throw .idTaken(id, line: line, by: "line \(lineNumbers[place])")
            }
        } else {
            places[id] = entries.count
            entries.append(entry)
            lineNumbers.append(line)
            byteCount += entry.byteCount
        }
        lines += 1
    }
}

extension Commit.Entry {
    /// Whether an entry with the same id is a repetition of this one.
    fileprivate func isSameEvent(as other: Commit.Entry) -> Bool {
        stream == other.stream && event.type == other.event.type && event.data == other.event.data
    }

    /// Whether a recorded event with the same id is this one.
    func isRecorded(as recorded: RecordedEvent) -> Bool {
        stream == recorded.stream && event.type == recorded.type && event.data == recorded.data
    }
}

extension ImportError {
    /// The error for an id that another event has.
    static func idTaken(_ id: EventID, line: Int, by owner: String) -> ImportError {
        ImportError(
            .idTaken, line: line,
            "id \(id) is taken by \(owner), with another stream, type or data: give this event an id of its own")
    }
}
