public import DomainKit
import ItemsDomain
public import Observation
public import PresentationKit

/// The flow of the items: the list, and an item by itself.
///
/// The list is kept while an item is shown, so that the user returns to it as it was.
@MainActor @Observable
public final class ItemsCoordinator: Coordinator {
    /// The screens of the flow.
    public enum Screen {
        /// The list.
        case list(ItemsViewModel)

        /// An item by itself.
        case item(ItemViewModel)
    }

    /// What the flow leaves to the application.
    public enum Outcome: Sendable, Equatable {
        /// The session has ended.
        case sessionExpired
    }

    private var place: ItemsRoute

    @ObservationIgnored private let useCases: any ItemListUseCases & ItemShowingUseCases
    @ObservationIgnored private let ids: any IDGenerator
    @ObservationIgnored private let report: @MainActor (Outcome) -> Void
    @ObservationIgnored private var list: ItemsViewModel?
    @ObservationIgnored private var item: ItemViewModel?

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - useCases: The use cases of the user's items.
    ///   - ids: The generator of new items' ids.
    ///   - route: The first place.
    ///   - report: Called with what the flow leaves to the application.
    public init(
        _ useCases: any ItemListUseCases & ItemShowingUseCases, ids: any IDGenerator, at route: ItemsRoute,
        report: @escaping @MainActor (Outcome) -> Void
    ) {
        self.useCases = useCases
        self.ids = ids
        self.report = report
        place = route
    }

    /// Where the user is; that of the list has its filter and its search.
    public var route: ItemsRoute {
        guard case .list = place, let list else { return place }
        return list.route
    }

    /// The screen there.
    public var screen: Screen {
        switch place {
        case .list(let filter, let search): .list(list ?? makeList(filter, search))
        case .item(let id): .item(item ?? makeItem(id))
        }
    }

    /// Opens a place of the flow.
    ///
    /// - Parameter route: The place.
    public func open(_ route: ItemsRoute) {
        switch route {
        case .list: if list?.route != route { list = nil }
        case .item(let id): if item?.id != id { item = nil }
        }
        place = route
    }

    private func makeList(_ filter: ItemFilter, _ search: String) -> ItemsViewModel {
        let made = ItemsViewModel(useCases, ids: ids, filter: filter, search: search) { [weak self] outcome in
            switch outcome {
            case .opened(let id): self?.open(.item(id))
            case .sessionExpired: self?.report(.sessionExpired)
            }
        }
        list = made
        return made
    }

    private func makeItem(_ id: ItemID) -> ItemViewModel {
        let made = ItemViewModel(id, useCases) { [weak self] outcome in
            switch outcome {
            case .closed: self?.open(self?.list?.route ?? .list())
            case .sessionExpired: self?.report(.sessionExpired)
            }
        }
        item = made
        return made
    }
}

extension ItemsViewModel {
    /// The place of the list, with its filter and its search.
    fileprivate var route: ItemsRoute { .list(filter: state.filter, search: state.search) }
}
