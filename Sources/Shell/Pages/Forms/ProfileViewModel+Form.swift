import DomainKit
import PresentationKit
import ProfilePresentation

extension ProfileViewModel.Action {
    /// The actions of a form; `nil` for one that the profile does not have.
    static func actions(of form: PageForm) -> [Self]? {
        let typing = form.typing(["screenName": Self.typeScreenName, "birthday": Self.typeBirthday])
        switch form.action {
        case "type": return typing
        case "save": return typing + [.save]
        case "cancel": return [.cancel]
        case "retry": return [.retry]
        case "dismissFailure": return [.dismissFailure]
        default: return nil
        }
    }
}

extension ProfileViewModel.State {
    /// Whether the screen shows something that its URL does not say.
    var isTransient: Bool {
        failure != nil || staleness != nil || isSaved || screenName.text != profile.value??.screenName ?? ""
            || birthday.text != profile.value??.birthday ?? ""
    }
}
