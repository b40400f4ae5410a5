import AuthPresentation

extension SignInViewModel.Action {
    /// The actions of a form; `nil` for one that the screen does not have.
    static func actions(of form: PageForm) -> [Self]? {
        let typing = form.typing(["email": Self.typeEmail, "password": Self.typePassword])
        switch form.action {
        case "type": return typing
        case "signIn": return typing + [.signIn]
        default: return nil
        }
    }
}

extension RegistrationViewModel.Action {
    /// The actions of a form; `nil` for one that the screen does not have.
    static func actions(of form: PageForm) -> [Self]? {
        let typing = form.typing(["email": Self.typeEmail, "password": Self.typePassword])
        switch form.action {
        case "type": return typing
        case "register": return typing + [.register]
        default: return nil
        }
    }
}

extension MailRequestViewModel.Action {
    /// The actions of a form; `nil` for one that the screen does not have.
    static func actions(of form: PageForm) -> [Self]? {
        let typing = form.typing(["email": Self.typeEmail])
        switch form.action {
        case "type": return typing
        case "request": return typing + [.request]
        default: return nil
        }
    }
}

extension PasswordResetViewModel.Action {
    /// The actions of a form; `nil` for one that the screen does not have.
    static func actions(of form: PageForm) -> [Self]? {
        let typing = form.typing(["password": Self.typePassword])
        switch form.action {
        case "type": return typing
        case "reset": return typing + [.reset]
        default: return nil
        }
    }
}

extension ConfirmationViewModel.Action {
    /// The actions of a form; `nil` for one that the screen does not have.
    static func actions(of form: PageForm) -> [Self]? {
        form.action == "confirm" ? [.confirm] : nil
    }
}
