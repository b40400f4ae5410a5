import AuthPresentation
import DomainKit
import PresentationKit

extension AccountViewModel.Action {
    /// The actions of a form; `nil` for one that the account does not have.
    static func actions(of form: PageForm) -> [Self]? {
        let typing = form.typing([
            "currentPassword": Self.typeCurrentPassword, "newPassword": Self.typeNewPassword,
            "deletionPassword": Self.typeDeletionPassword,
        ])
        switch form.action {
        case "type": return typing
        case "changePassword": return typing + [.changePassword]
        case "signOut": return [.signOut]
        case "signOutEverywhere": return [.signOutEverywhere]
        case "beginDeletion": return [.beginDeletion]
        case "delete": return [.beginDeletion] + typing + [.delete]
        case "cancelDeletion": return [.cancelDeletion]
        case "retry": return [.retry]
        default: return nil
        }
    }
}

extension AccountViewModel.State {
    /// Whether the screen shows something that its URL does not say.
    var isTransient: Bool {
        failure != nil || staleness != nil || isPasswordChanged || deletion != nil || !currentPassword.isValid
            || !newPassword.isValid
    }
}
