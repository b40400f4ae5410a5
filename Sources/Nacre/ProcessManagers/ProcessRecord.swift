/// A record in a process manager's own stream.
///
/// The last record, apart from planned skips, holds the current position.
enum ProcessRecord: Hashable, Sendable {
    /// Identifies an event independently of positions, which may change when the log is imported into another store.
    struct Mark: Hashable, Sendable {
        /// The event.
        let eventID: EventID

        /// The position of the event when the record was written, for information.
        let position: Position

        init(_ event: RecordedEvent) {
            self.init(eventID: event.id, position: event.position)
        }

        init(eventID: EventID, position: Position) {
            self.eventID = eventID
            self.position = position
        }
    }

    /// The event and all before it have been handled.
    case reached(Mark)

    /// The event cannot be handled.
    case halted(Mark, reason: String)

    /// The event is to be retried.
    case retried(Mark)

    /// The event is skipped by an operator's decision.
    ///
    /// All before it have been handled.
    case skipped(Mark, reason: String)

    /// The event is to be skipped when the process reaches it.
    ///
    /// An earlier record holds the current position.
    case skipPlanned(Mark, reason: String)

    /// The event that the record is about.
    var mark: Mark {
        switch self {
        case .reached(let mark), .halted(let mark, _), .retried(let mark), .skipped(let mark, _),
            .skipPlanned(let mark, _):
            mark
        }
    }
}

/// The codec of the records in process managers' own streams; `Docs/FileFormat.md` lists them.
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
