import Nacre

/// The lines that become one commit.
struct ImportBatch {
    /// The events, all with ids, no id twice.
    private(set) var entries: [Commit.Entry] = []

    /// The number of each event's line.
    private(set) var lineNumbers: [Int] = []

    /// How many lines were taken, those that repeat an event of the batch among them.
    private(set) var lines = 0

    private let byteLimit: Int
    private var byteCount = 0
    private var places: [EventID: Int] = [:]

    /// Makes an empty batch.
    ///
    /// - Parameter byteLimit: The greatest number of bytes, as commits count them.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// Whether a commit of these events and one more is within the limits; one event always is.
    func hasRoom(for entry: Commit.Entry) -> Bool {
        entries.isEmpty || (entries.count < Limits.eventsPerCommit && byteCount + entry.byteCount <= byteLimit)
    }

    /// Takes a line.
    ///
    /// - Parameters:
    ///   - entry: The event.
    ///   - id: Its id.
    ///   - line: The number of the line.
    /// - Throws: ``ImportError`` where an earlier line of the batch has the id with other content.
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
    /// Makes the error of an id that is another event's.
    static func idTaken(_ id: EventID, line: Int, by owner: String) -> ImportError {
        ImportError(
            .idTaken, line: line,
            "id \(id) is taken by \(owner), with another stream, type or data: give this event an id of its own")
    }
}
