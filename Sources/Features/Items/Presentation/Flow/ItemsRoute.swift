import DomainKit
public import ItemsDomain
public import PresentationKit

/// The places of the items.
public enum ItemsRoute: Route {
    /// The list: `/items?filter=open&search=milk`.
    case list(filter: ItemFilter = .all, search: String = "")

    /// An item by itself: `/items/4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b`.
    case item(ItemID)

    /// Parses a location.
    ///
    /// - Parameter location: The path and the query of a URL.
    public init?(_ location: RouteLocation) {
        guard location.path.first == "items" else { return nil }
        switch location.path.count {
        case 1:
            guard let filter = ItemFilter(rawValue: location.query["filter"] ?? ItemFilter.all.rawValue) else {
                return nil
            }
            self = .list(filter: filter, search: location.query["search"] ?? "")
        case 2:
            guard let id = try? ItemID(parsing: location.path[1]) else { return nil }
            self = .item(id)
        default: return nil
        }
    }

    /// The path and the query of its URL.
    public var location: RouteLocation {
        switch self {
        case .list(let filter, let search):
            var query: [String: String] = [:]
            if filter != .all { query["filter"] = filter.rawValue }
            if !search.isEmpty { query["search"] = search }
            return RouteLocation(path: ["items"], query: query)
        case .item(let id): return RouteLocation(path: ["items", id.description])
        }
    }
}
