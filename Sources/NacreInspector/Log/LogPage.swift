import Nacre

/// Some events of a log, the newest first, and what is known of those around them.
struct LogPage: Sendable {
    /// A row: an event, or positions that cannot be read.
    enum Row: Sendable {
        case event(RecordedEvent)
        case damage(LogDamage)

        /// The greatest position that the row is about.
        var position: Position {
            switch self {
            case .event(let event): event.position
            case .damage(let damage): damage.last ?? damage.first
            }
        }
    }

    /// The rows, by falling positions.
    var rows: [Row] = []

    /// The greatest position below the page, from which older events are read; `nil` if there are none.
    var olderEnd: Position?

    /// The position after which newer events are read; `nil` if there were none.
    var newerStart: Position?

    /// Whether the time for a search was over before the page was full.
    var isIncomplete = false
}

/// Where a page of a log is.
enum LogPlace: Hashable, Sendable {
    /// The newest events.
    case newest

    /// The newest events before a position.
    case before(Position)

    /// The oldest events after a position.
    case after(Position)

    /// The newest events after a position: what a live view lacks.
    case since(Position)

    /// Reads the place in an address.
    ///
    /// - Throws: ``InspectorError`` if it is no position.
    init(_ parameters: Parameters) throws(InspectorError) {
        func position(_ name: String) throws(InspectorError) -> Position? {
            guard let text = parameters.value(name) else { return nil }
            guard let position = Position(text) else {
                throw InspectorError(
                    status: 400, title: "This cannot be shown",
                    detail: "\(name)=\(quoted(text)) is not a position of the log: give a number from 0 on.")
            }
            return position
        }
        if let position = try position("before") {
            self = .before(position)
        } else if let position = try position("after") {
            self = .after(position)
        } else {
            self = .newest
        }
    }
}
