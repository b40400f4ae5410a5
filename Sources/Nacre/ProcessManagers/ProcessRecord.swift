/// What a process manager's own stream says: the last of these but a planned skip is where it stands.
enum ProcessRecord: Hashable, Sendable {
    /// An event of the log, by what does not change where the log is imported into another store.
    struct Mark: Hashable, Sendable {
        /// The event.
        let eventID: EventID

        /// Where it stood when this was written, for whoever reads the stream.
        let position: Position

        init(_ event: RecordedEvent) {
            self.init(eventID: event.id, position: event.position)
        }

        init(eventID: EventID, position: Position) {
            self.eventID = eventID
            self.position = position
        }
    }

    /// The event, and all before it, have been dealt with.
    case reached(Mark)

    /// The event cannot be handled.
    case halted(Mark, reason: String)

    /// The event is to be tried again.
    case retried(Mark)

    /// The event, and all before it, have been dealt with, this one because somebody decided so.
    case skipped(Mark, reason: String)

    /// The event is to be passed over when the process comes to it; where the process stands, an earlier record says.
    case skipPlanned(Mark, reason: String)

    /// The event that it is about.
    var mark: Mark {
        switch self {
        case .reached(let mark), .halted(let mark, _), .retried(let mark), .skipped(let mark, _),
            .skipPlanned(let mark, _):
            mark
        }
    }
}

/// Writes and reads the events of process managers' own streams; `Docs/FileFormat.md` lists them.
struct ProcessRecordCodec: TypedEventCodec {
    enum Kind: String, EventKind {
        case reached = "CheckpointReached"
        case halted = "ProcessHalted"
        case retried = "ProcessRetried"
        case skipped = "PositionSkipped"
        case skipPlanned = "SkipPlanned"
    }

    let types = EventTypes<Kind>()

    func encode(_ event: ProcessRecord) -> EventData {
        switch event {
        case .reached(let mark): types.event(.reached) { $0.mark(mark) }
        case .retried(let mark): types.event(.retried) { $0.mark(mark) }
        case .halted(let mark, let reason):
            types.event(.halted) {
                $0.mark(mark)
                $0.text("reason", reason)
            }
        case .skipped(let mark, let reason):
            types.event(.skipped) {
                $0.mark(mark)
                $0.text("reason", reason)
            }
        case .skipPlanned(let mark, let reason):
            types.event(.skipPlanned) {
                $0.mark(mark)
                $0.text("reason", reason)
            }
        }
    }

    func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> ProcessRecord {
        let text = try fields.text("eventId")
        let number = try fields.integer("position")
        guard let eventID = EventID(text), let position = Position(exactly: number) else {
            throw EventDecodingError(.malformed, "it names no event", in: fields.event)
        }
        let mark = ProcessRecord.Mark(eventID: eventID, position: position)
        return switch kind {
        case .reached: .reached(mark)
        case .halted: .halted(mark, reason: try fields.text("reason"))
        case .retried: .retried(mark)
        case .skipped: .skipped(mark, reason: try fields.text("reason"))
        case .skipPlanned: .skipPlanned(mark, reason: try fields.text("reason"))
        }
    }
}

extension FieldWriter {
    fileprivate mutating func mark(_ mark: ProcessRecord.Mark) {
        text("eventId", mark.eventID.description)
        integer("position", Int(mark.position))
    }
}
