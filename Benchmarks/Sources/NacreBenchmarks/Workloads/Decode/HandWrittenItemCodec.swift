import ItemsDomain
import Nacre

/// A hand-written codec of items without owners: the reference for the macro's.
struct HandWrittenItemCodec: TypedEventCodec {
    enum Kind: String, EventKind {
        case created = "ItemCreated"
        case renamed = "ItemRenamed"
        case completed = "ItemCompleted"
        case reopened = "ItemReopened"
        case deleted = "ItemDeleted"
        case restored = "ItemRestored"
    }

    let types = EventTypes<Kind>()

    func encode(_ event: ItemEvent) throws -> EventData {
        switch event {
        case .created(let name, _): types.event(.created) { $0.text("name", name) }
        case .renamed(let name): types.event(.renamed) { $0.text("name", name) }
        case .completed: types.event(.completed)
        case .reopened: types.event(.reopened)
        case .deleted: types.event(.deleted)
        case .restored: types.event(.restored)
        case .erased: throw ItemError(code: .erased)
        }
    }

    func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> ItemEvent {
        switch kind {
        case .created: .created(name: try fields.text("name"))
        case .renamed: .renamed(name: try fields.text("name"))
        case .completed: .completed
        case .reopened: .reopened
        case .deleted: .deleted
        case .restored: .restored
        }
    }
}
