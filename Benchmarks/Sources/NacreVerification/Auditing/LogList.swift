import Nacre

/// The events of a request before its order and limit: all, or those of one name.
enum LogList: Hashable, Sendable {
    case log
    case stream(StreamName)
    case type(EventType)
    case category(String)
    case tag(Tag)
    case id(EventID)

    /// The list that a request reads; `nil` if its query has more than one name.
    init?(_ request: ReadRequest) {
        switch request {
        case .position: self = .log
        case .id(let id): self = .id(id)
        case .stream(let stream, _, _): self = .stream(stream)
        case .log(_, let query, _):
            guard let items = query.items else {
                self = .log
                return
            }
            guard items.count == 1 else { return nil }
            let names =
                items[0].types.map(LogList.type) + items[0].categories.map(LogList.category)
                + items[0].tags.map(LogList.tag)
            guard names.count == 1 else { return nil }
            self = names[0]
        }
    }
}
