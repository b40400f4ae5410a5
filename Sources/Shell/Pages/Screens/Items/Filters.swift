import ItemsPresentation
import PresentationKit

/// The links to other filters.
struct Filters: PartContent {
    /// A link.
    struct Link: Sendable, Equatable {
        /// The filter.
        let filter: String

        /// Its name.
        let caption: String

        /// Where it leads.
        let url: String

        /// Whether it is chosen.
        let isCurrent: Bool
    }

    /// The links, in order.
    let filters: [Link]

    init(_ current: ItemFilter, search: String) {
        filters = ItemFilter.allCases.map { filter in
            Link(
                filter: filter.rawValue, caption: filter.caption,
                url: ItemsRoute.list(filter: filter, search: search).url, isCurrent: filter == current)
        }
    }
}

extension ItemFilter {
    fileprivate var caption: String {
        switch self {
        case .all: "All"
        case .open: "Open"
        case .completed: "Completed"
        case .deleted: "Deleted"
        }
    }
}

/// The form that searches.
struct Search: PartContent {
    /// The filter, which is kept.
    let filter: String

    /// What is searched for.
    let text: String
}
