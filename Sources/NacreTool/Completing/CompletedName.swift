import Nacre
import Synchronization

/// What a shell completes from the events of a store.
enum CompletedName: Hashable, Sendable {
    case stream
    case type
    case category
    case tag
    case actor
}

/// The names that a shell is offered.
///
/// Threading: all members may be called from any thread.
final class OfferedNames: Sendable {
    private let beginning: String
    private let limit: Int
    private let names = Mutex(Set<String>())

    /// - Parameters:
    ///   - beginning: The text with which names begin.
    ///   - limit: The most names.
    init(beginningWith beginning: String, limit: Int) {
        self.beginning = beginning
        self.limit = limit
    }

    /// The names, in order.
    var sorted: [String] { names.withLock { $0.sorted() } }

    /// Offers a name, if a shell takes it literally.
    func add(_ name: String) {
        // OPS-33: Completions offer names that a shell takes literally, within half a second.
        guard name.hasPrefix(beginning), !name.hasPrefix("-"), ShellWord(name).isPlain else { return }
        names.withLock { names in
            if names.count < limit { names.insert(name) }
        }
    }
}

/// The names of events that were not met before.
struct NewNames: Sendable {
    private let name: CompletedName

    // Names that recur are copied at their first event alone.
    private var column: TallyColumn?
    private var seen = 0

    init(of name: CompletedName) {
        self.name = name
        let key: CountKey? =
            switch name {
            case .type: .type
            case .category: .category
            case .actor: .actor
            case .stream, .tag: nil
            }
        column = key.map { TallyColumn(key: $0, clock: .recordedAt) }
    }

    /// The names of an event; tags may have been met before.
    mutating func names(of event: EventView) -> [String] {
        switch name {
        case .stream:
            // A stream is met at its first event.
            return event.version == 1 ? [event.stream.text] : []
        case .tag:
            return event.tags.map(\.text)
        case .type, .category, .actor:
            guard let number = column?.number(of: event), number >= seen else { return [] }
            seen = number + 1
            return [column?.lastText].compactMap(\.self)
        }
    }
}
