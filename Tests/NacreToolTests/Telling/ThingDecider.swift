import DomainKit
import Nacre

/// A thing that has a name, as long as it exists.
enum ThingDecider: Decider {
    enum Event: Codable, StoredEvent, DomainEvent, Hashable {
        case named(String)
        case removed

        static let category = "thing"
    }

    struct Thing: Sendable, Equatable {
        var name: String?
    }

    typealias Failure = Never

    static let initialState = Thing()

    static func decide(_ command: Event, _ state: Thing) -> [Event] { [command] }

    static func evolve(_ state: inout Thing, _ event: Event) {
        switch event {
        case .named(let name): state.name = name
        case .removed: state.name = nil
        }
    }
}
