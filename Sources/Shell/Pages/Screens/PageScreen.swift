import AuthPresentation
import ItemsPresentation
import PresentationKit
import ProfilePresentation
import ShellPresentation

/// A screen for a page: what it shows, and how forms act on it.
@MainActor
struct PageScreen {
    /// The view model.
    let id: ObjectIdentifier

    /// The flow that it is part of.
    let flow: Header.Flow

    /// What it shows.
    let content: @MainActor () -> ScreenContent

    /// Whether it shows something that its URL does not say, which a page that is created again from it would lose.
    let isTransient: @MainActor () -> Bool

    /// Shows it: loads it, and keeps it up to date.
    let appear: @MainActor () async -> Void

    /// Leaves it.
    let disappear: @MainActor () async -> Void

    /// Carries out the actions of a form, in order; returns whether the screen has them.
    ///
    /// What was typed is shown before it is taken, so that a field that is empty again afterwards has changed.
    let perform: @MainActor (_ form: PageForm, _ show: @MainActor () -> Void) async -> Bool

    private init<Model: ViewModel>(
        _ model: Model, of flow: Header.Flow, appear: Model.Action? = nil, disappear: Model.Action? = nil,
        actions: @escaping (PageForm) -> [Model.Action]?, isTransient: @escaping @MainActor (Model.State) -> Bool,
        content: @escaping (Model.State) -> ScreenContent
    ) {
        func send(_ action: Model.Action?) async {
            if let action { await model.send(action) }
        }
        id = ObjectIdentifier(model)
        self.flow = flow
        self.content = { content(model.state) }
        self.isTransient = { isTransient(model.state) }
        self.appear = { await send(appear) }
        self.disappear = { await send(disappear) }
        perform = { form, show in
            guard let actions = actions(form) else { return false }
            for action in actions {
                await model.send(action)
                show()
            }
            return true
        }
    }
}

extension PageScreen {
    /// The screen that an application shows.
    init(of application: ApplicationCoordinator) {
        switch application.flow {
        case .signIn(let flow): self.init(flow.screen)
        case .items(let flow): self.init(flow.screen)
        case .profile(let model):
            self.init(
                model, of: .profile, appear: .appear, disappear: .disappear,
                actions: ProfileViewModel.Action.actions, isTransient: { $0.isTransient }, content: \.content)
        case .account(let model):
            self.init(
                model, of: .account, appear: .appear, actions: AccountViewModel.Action.actions,
                isTransient: { $0.isTransient }, content: \.content)
        }
    }

    private init(_ screen: ItemsCoordinator.Screen) {
        switch screen {
        case .list(let model):
            self.init(
                model, of: .items, appear: .appear, disappear: .disappear, actions: ItemsViewModel.Action.actions,
                isTransient: { $0.isTransient }, content: \.content)
        case .item(let model):
            self.init(
                model, of: .items, appear: .appear, disappear: .disappear, actions: ItemViewModel.Action.actions,
                isTransient: { $0.isTransient }, content: \.content)
        }
    }

    private init(_ screen: SignInCoordinator.Screen) {
        // Nothing of these screens is in their URLs.
        switch screen {
        case .signIn(let model):
            self.init(
                model, of: .signIn, actions: SignInViewModel.Action.actions, isTransient: { _ in true },
                content: \.content)
        case .registration(let model):
            self.init(
                model, of: .signIn, actions: RegistrationViewModel.Action.actions, isTransient: { _ in true },
                content: \.content)
        case .forgottenPassword(let model), .confirmationRequest(let model):
            self.init(
                model, of: .signIn, actions: MailRequestViewModel.Action.actions, isTransient: { _ in true },
                content: \.content)
        case .passwordReset(let model):
            self.init(
                model, of: .signIn, actions: PasswordResetViewModel.Action.actions, isTransient: { _ in true },
                content: \.content)
        case .confirmation(let model):
            self.init(
                model, of: .signIn, actions: ConfirmationViewModel.Action.actions, isTransient: { _ in true },
                content: \.content)
        }
    }
}
