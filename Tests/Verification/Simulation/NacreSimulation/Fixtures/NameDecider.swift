import DomainKit
import Nacre

/// The rule that a name has one owner at a time.
enum NameDecider: Decider {
    enum Command: Sendable {
        case claim(by: UInt8)
        case release(by: UInt8)
    }

    enum Event: DomainEvent, Hashable {
        case claimed(by: UInt8)
        case released(by: UInt8)
    }

    struct Refused: Error {}

    static let initialState: UInt8? = nil

    static func decide(_ command: Command, _ owner: UInt8?) throws(Refused) -> [Event] {
        switch command {
        case .claim(let user):
            guard owner == nil else { throw Refused() }
            return [.claimed(by: user)]
        case .release(let user):
            guard owner == user else { throw Refused() }
            return [.released(by: user)]
        }
    }

    static func evolve(_ owner: inout UInt8?, _ event: Event) {
        switch event {
        case .claimed(let user): owner = user
        case .released: owner = nil
        }
    }

    static func query(_ name: String) -> Query { .tagged(Tag("name:\(name)")) }
}

/// One byte per event, tagged with the name.
struct NameCodec: EventCodec {
    let name: String

    func encode(_ event: NameDecider.Event) -> EventData {
        switch event {
        case .claimed(let user): EventData(type: "Claimed", tags: [Tag("name:\(name)")], data: [user])
        case .released(let user): EventData(type: "Released", tags: [Tag("name:\(name)")], data: [user])
        }
    }

    func decode(_ recorded: RecordedEvent) -> NameDecider.Event? {
        switch recorded.type {
        case "Claimed": .claimed(by: recorded.data[0])
        case "Released": .released(by: recorded.data[0])
        default: nil
        }
    }
}
