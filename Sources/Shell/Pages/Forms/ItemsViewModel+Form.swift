import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit

extension ItemsViewModel.Action {
    /// The actions of a form; `nil` for one that the list does not have.
    static func actions(of form: PageForm) -> [Self]? {
        let id = form["item"].flatMap { try? ItemID(parsing: $0) }
        switch (form.action, id) {
        case ("add", _): return form.typing(["name": Self.typeNew]) + [.add]
        case ("type", nil): return form.typing(["name": Self.typeNew])
        case ("type", let id?): return [.beginRenaming(id)] + form.typing(["name": Self.typeName])
        case ("filter", _): return form["filter"].flatMap(ItemFilter.init).map { [.filter($0)] }
        case ("search", _): return form.typing(["search": Self.search])
        case ("loadMore", _): return [.loadMore]
        case ("retry", _): return [.retry]
        case ("dismissFailure", _): return [.dismissFailure]
        case ("dismissNotice", _): return [.dismissNotice]
        case ("beginRenaming", let id?): return [.beginRenaming(id)]
        case ("rename", let id?): return [.beginRenaming(id)] + form.typing(["name": Self.typeName]) + [.rename]
        case ("cancelRenaming", _): return [.cancelRenaming]
        case ("complete", let id?): return [.complete(id)]
        case ("reopen", let id?): return [.reopen(id)]
        case ("delete", let id?): return [.delete(id)]
        case ("restore", let id?): return [.restore(id)]
        default: return nil
        }
    }
}

extension ItemsViewModel.State {
    /// Whether the list shows something that its URL does not say.
    @MainActor var isTransient: Bool {
        let hasMoreThanAtFirst = items.value?.count ?? 0 > ItemsViewModel.pageSize
        return hasMoreThanAtFirst || renaming != nil || failure != nil || !newItem.text.isEmpty || !newItem.isValid
            || staleness != nil || notice != nil
    }
}
