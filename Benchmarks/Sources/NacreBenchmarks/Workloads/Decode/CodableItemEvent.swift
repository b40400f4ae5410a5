import ItemsDomain
import Nacre

/// The events of items with a `Codable` conformance that stores them as their codec does.
enum CodableItemEvent: Codable, StoredEvent {
    static let category = "item"

    case created(name: String)
    case renamed(name: String)
    case completed, reopened, deleted, restored

    var event: ItemEvent {
        switch self {
        case .created(let name): .created(name: name)
        case .renamed(let name): .renamed(name: name)
        case .completed: .completed
        case .reopened: .reopened
        case .deleted: .deleted
        case .restored: .restored
        }
    }
}
