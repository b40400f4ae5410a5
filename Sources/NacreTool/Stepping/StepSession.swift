import Nacre

/// What a user asks a stepping view to do.
enum StepAction: Hashable, Sendable {
    case next
    case previous
    case first
    case last

    /// Go to the event at a position, or else to the next one.
    case goTo(Position)

    case help
    case quit
}

/// Goes through events one action at a time.
struct StepSession {
    /// The commands of a line, for the help.
    static let help = [
        "n, or an empty line  the next event",
        "p                    the event before",
        "g N                  the event at position N, or the next one",
        "f, l                 the first event, the last",
        "q                    quit",
    ]

    /// The event that is shown; `nil` before the first one.
    private(set) var step: Step?

    /// What the user should know beside the event; `nil` for nothing.
    private(set) var notice: String?

    private var source: any StepSource
    private let head: Position

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - source: The events.
    ///   - head: The head of the log, after which no event is shown.
    init(through source: any StepSource, upTo head: Position) {
        self.source = source
        self.head = head
    }

    var title: String { source.title }

    /// Performs an action that goes to an event; the other ones change nothing.
    ///
    /// - Throws: `EventStoreError` if the log cannot be read or a projection halts at the event.
    mutating func perform(_ action: StepAction) async throws {
        notice = nil
        let position = step?.event.position ?? 0
        let none = "there are no events"
        switch action {
        case .next: go(to: try await following(position), else: step == nil ? none : "this is the last event")
        case .previous: go(to: try await source.step(before: position), else: "this is the first event")
        case .first: go(to: try await following(0), else: none)
        case .last: go(to: try await source.step(before: head + 1), else: none)
        case .goTo(let wanted):
            if let found = try await following(max(wanted, 1) - 1) {
                step = found
                let isExact = found.event.position == wanted
                if !isExact { notice = "position \(wanted) is not among them; this is the next one" }
            } else {
                go(to: try await source.step(before: head + 1), else: none)
                if notice == nil { notice = "no event is at position \(wanted) or after it; this is the last one" }
            }
        case .help, .quit: break
        }
    }

    private mutating func following(_ position: Position) async throws -> Step? {
        guard position < head, let found = try await source.step(after: position) else { return nil }
        return found.event.position <= head ? found : nil
    }

    private mutating func go(to found: Step?, else notice: String) {
        if let found { step = found } else { self.notice = notice }
    }
}

extension StepAction {
    /// Parses a command of a line; `nil` if it is none.
    ///
    /// - Parameter line: The line: a letter or a word such as `next`, and for `g` a position.
    init?(parsing line: String) {
        let words = line.split(whereSeparator: \.isWhitespace)
        switch (words.first ?? "n", words.count) {
        case ("n", ...1), ("next", 1): self = .next
        case ("p", 1), ("previous", 1): self = .previous
        case ("f", 1), ("first", 1): self = .first
        case ("l", 1), ("last", 1): self = .last
        case ("q", 1), ("quit", 1): self = .quit
        case ("?", 1), ("help", 1), ("h", 1): self = .help
        case ("g", 2), ("go", 2):
            guard let position = Position(words[1]) else { return nil }
            self = .goTo(position)
        default: return nil
        }
    }
}
