package import Nacre

/// The events that a read or a condition selects.
package enum EventFilter: Hashable, Sendable, Codable {
    case log
    case stream(Int)
    case tag(Int)
    case type(Int)
    case category(Int)
    case typeAndTag(type: Int, tag: Int)

    /// Whether an event is selected.
    package func matches(_ event: EventShape) -> Bool {
        switch self {
        case .log: true
        case .stream(let stream): event.stream == stream
        case .tag(let tag): event.tags.contains(tag)
        case .type(let type): event.type == type
        case .category(let category): event.stream % EventShape.categories.count == category
        case .typeAndTag(let type, let tag): event.type == type && event.tags.contains(tag)
        }
    }

    /// The query for them; a stream is read without a query.
    package var query: Query {
        switch self {
        case .log, .stream: .all
        case .tag(let tag): .tagged(EventShape.tagName(tag))
        case .type(let type): .types(EventShape.typeName(type))
        case .category(let category): .categories(EventShape.categories[category])
        case .typeAndTag(let type, let tag):
            Query([.init(types: [EventShape.typeName(type)], tags: [EventShape.tagName(tag)])])
        }
    }
}
