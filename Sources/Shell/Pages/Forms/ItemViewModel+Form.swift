import DomainKit
import ItemsPresentation
import PresentationKit

extension ItemViewModel.Action {
    /// The actions of a form; `nil` for one that the item does not have.
    static func actions(of form: PageForm) -> [Self]? {
        switch form.action {
        case "type": form.typing(["name": Self.typeName])
        case "beginRenaming": [.beginRenaming]
        case "rename": [.beginRenaming] + form.typing(["name": Self.typeName]) + [.rename]
        case "cancelRenaming": [.cancelRenaming]
        case "complete": [.complete]
        case "reopen": [.reopen]
        case "delete": [.delete]
        case "restore": [.restore]
        case "loadMoreHistory": [.loadMoreHistory]
        case "retry": [.retry]
        case "close": [.close]
        case "dismissFailure": [.dismissFailure]
        default: nil
        }
    }
}

extension ItemViewModel.State {
    /// Whether the screen shows something that its URL does not say.
    @MainActor var isTransient: Bool {
        let hasMoreThanAtFirst = history.value?.count ?? 0 > ItemViewModel.historyPageSize
        return hasMoreThanAtFirst || name != nil || failure != nil || staleness != nil
    }
}
